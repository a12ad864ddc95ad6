//@ revisions: good nominated behind global enumeration
//@ flags: --block 8 --grid 1
//[nominated,behind,global,enumeration]@ verdict: error
//[good]@ verdict: assertions=proved
// A name behind `::` is one that is declared in that scope in front of the function, or, where there is none, one of a
// namespace that a using-directive in the scope names.
namespace a { const int N = 5; const int M = 1; }
namespace b { using namespace a; const int M = 2; struct S; }
using namespace a;
#ifdef nominated
__global__ void k(int *o) {
  //@ assert b::N == 5; //[nominated]~ ERROR WP0507
  o[threadIdx.x] = b::N;
}
#elif defined(behind)
__global__ void k(int *o) {
  //@ assert b::N == 6; //[behind]~ ERROR WP0507
  o[threadIdx.x] = b::N;
}
#elif defined(global)
__global__ void k(int *o) {
  //@ assert ::N == 7; //[global]~ ERROR WP0507
  o[threadIdx.x] = ::N;
}
#elif defined(enumeration)
enum class E { W = 1 };
namespace c { using enum E; }
__global__ void k(int *o) {
  //@ assert c::W == 1; //[enumeration]~ ERROR WP0507
  o[threadIdx.x] = (int)c::W;
}
#else
const int L = 3;
__global__ void k(int *o) {
  //@ assert a::N == 5 && b::M == 2 && a::M == 1 && ::L == 3;
  o[threadIdx.x] = b::M + L;
}
// A class is complete in its members.
struct T {
  static __device__ int f() { return T::V; }
  static const int V = 4;
};
#endif
#ifdef behind
namespace b { const int N = 6; }
#elif defined(global)
const int N = 7;
#endif
