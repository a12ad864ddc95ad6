//@ flags: --block 8 --grid 1
//@ kernel: value_of_instance<5> assertions=refuted
//@ kernel: value_of_instance<4> assertions=proved
//@ kernel: of_type<int> assertions=unsupported
//@ kernel: wrapped<-1> assertions=proved
//@ kernel: truth<true> assertions=proved
//@ kernel: block_of_instance<16> races=inconclusive
//@ kernel: block_of_instance<8> races=proved
//@ kernel: inner::of_inner assertions=proved
//@ kernel: inner::of_outer assertions=refuted
//@ kernel: inner::qualified assertions=proved
//@ kernel: inner::enumerators assertions=proved
//@ kernel: further::hidden_scope assertions=unsupported
// A name of a clause means what it means in the code: a template parameter before what stands outside, what an inner
// scope declares before what an outer one does. Names with `::` mean members of namespaces, classes and enumerations.
constexpr int N = 4;
template <int N> __global__ void value_of_instance(int *o) {
  __shared__ int s[N];
  if (threadIdx.x == 0) s[0] = 1;
  //@ assert N == 4; //~ ERROR assert
  o[threadIdx.x] = 1;
}
template __global__ void value_of_instance<5>(int *);
template __global__ void value_of_instance<4>(int *);
template <class N> __global__ void of_type(int *o) {
  //@ assert N == 4;
  o[threadIdx.x] = sizeof(N);
}
template __global__ void of_type<int>(int *);
template <unsigned M> __global__ void wrapped(int *o) {
  //@ assert M > 0;
  o[threadIdx.x] = 1;
}
template __global__ void wrapped<0xffffffffu>(int *);
template <bool B> __global__ void truth(int *o) {
  //@ assert B == 1;
  o[threadIdx.x] = 1;
}
template __global__ void truth<true>(int *);
constexpr int BLOCK = 8;
//@ requires step * BLOCK == 8;
template <int BLOCK> __global__ void block_of_instance(int *o, int step) { o[threadIdx.x * (step == 1)] = 1 + threadIdx.x; }
template __global__ void block_of_instance<8>(int *, int);
template __global__ void block_of_instance<16>(int *, int);
namespace inner {
constexpr int N = 7;
enum class Kind { FIRST = 3 };
enum Plain { SECOND = 6 };
struct Sizes { static constexpr int ROWS = 9; };
__global__ void of_inner(int *o) {
  //@ assert N == 7;
  o[threadIdx.x] = N;
}
__global__ void of_outer(int *o) {
  //@ assert N == 4; //~ ERROR assert
  o[threadIdx.x] = N;
}
__global__ void qualified(int *o) {
  //@ assert ::N == 4 && inner::N == 7 && ::inner::N == 7 && Sizes::ROWS == 9;
  o[threadIdx.x] = N;
}
__global__ void enumerators(int *o) {
  //@ assert Kind::FIRST == 3 && SECOND == 6 && Plain::SECOND == 6 && inner::SECOND == 6;
  o[threadIdx.x] = N;
}
}
namespace further {
namespace inner { constexpr int M = 1; }
__global__ void hidden_scope(int *o) {
  //@ assert inner::N == 7;
  o[threadIdx.x] = N;
}
}
