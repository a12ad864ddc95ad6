//@ revisions: outside enumeration scoped space alias type parameter contract
//@ flags: --block 8 --grid 1
//[enumeration,scoped,space,alias,type,parameter,contract]@ verdict: error
//[outside]@ verdict: assertions=proved races=proved
// What stands in front of `::` may be a declaration of the kernel or a parameter of its template, of which clauses know
// no members.
struct S { static const int N = 1; };
enum class E { N = 1 };
namespace n { const int N = 1; }
namespace m { const int N = 2; }
struct A { static const int N = 2; };
struct U { enum { N = 3 }; };
#ifdef enumeration
__global__ void k(int *o) {
  struct S { enum { N = 2 }; };
  //@ assert S::N == 1; //[enumeration]~ ERROR WP0507
  o[threadIdx.x] = S::N;
}
#elif defined(scoped)
__global__ void k(int *o) {
  enum class E { N = 2 };
  //@ assert E::N == 1; //[scoped]~ ERROR WP0507
  o[threadIdx.x] = (int)E::N;
}
#elif defined(space)
__global__ void k(int *o) {
  namespace n = m;
  //@ assert n::N == 1; //[space]~ ERROR WP0507
  o[threadIdx.x] = n::N;
}
#elif defined(alias)
__global__ void k(int *o) {
  using S = A;
  //@ assert S::N == 1; //[alias]~ ERROR WP0507
  o[threadIdx.x] = S::N;
}
#elif defined(type)
template <class S> __global__ void k(int *o) {
  //@ assert S::N == 1; //[type]~ ERROR WP0507
  o[threadIdx.x] = S::N;
}
template __global__ void k<U>(int *);
#elif defined(parameter)
template <class S>
//@ requires n == S::N; //[parameter]~ ERROR WP0507
__global__ void k(int *o, int n) { if (n == S::N) o[0] = threadIdx.x; }
template __global__ void k<U>(int *, int);
#elif defined(contract)
template <class S>
//@ ensures \result == S::N; //[contract]~ ERROR WP0507
__device__ int f() { return S::N; }
__global__ void k(int *o) { o[threadIdx.x] = f<U>(); }
#else
// A variable does not stand in front of `::`, and `::N` is none of the kernel.
const int N = 8;
__global__ void k(int *o) {
  int S = 4;
  enum { N = 2 };
  //@ assert S::N == 1 && E::N == 1 && n::N == 1 && S == 4 && ::N == 8;
  o[threadIdx.x] = S + N;
}
#endif
