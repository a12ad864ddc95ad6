//@ flags: --block 8 --grid 1
//@ kernel: b::by_directive assertions=unsupported
//@ kernel: b::by_directive_in_body assertions=unsupported
//@ kernel: later::declared_behind assertions=unsupported
//@ kernel: local_type assertions=unsupported
//@ kernel: e::local_function assertions=unsupported
//@ kernel: overloaded assertions=unsupported
//@ kernel: one_meaning assertions=proved
//@ kernel: later::qualified assertions=proved
// Where the code may mean another declaration than the one outside, a clause is not understood.
constexpr int N = 4, K = 6, R = 8, F = 2;
namespace b {
namespace a { constexpr int N = 5; }
using namespace a;
__global__ void by_directive(int *o) {
  //@ assert N == 4;
  o[threadIdx.x] = N;
}
}
namespace c { constexpr int K = 5; }
namespace b {
__global__ void by_directive_in_body(int *o) {
  using namespace c;
  //@ assert K == 6;
  o[threadIdx.x] = 1;
}
}
namespace later {
__global__ void declared_behind(int *o) {
  //@ assert R == 8;
  o[threadIdx.x] = R;
}
__global__ void qualified(int *o) {
  //@ assert ::R == 8;
  o[threadIdx.x] = R;
}
constexpr int R = 5;
}
__global__ void local_type(int *o) {
  struct F { int a; };
  //@ assert F == 2;
  o[threadIdx.x] = sizeof(F);
}
namespace e {
__global__ void local_function(int *o) {
  int F();
  //@ assert F == 2;
  o[threadIdx.x] = 1;
}
}
__device__ int G(int a) { return a; }
namespace d {
constexpr int G = 3;
}
__global__ void overloaded(int *o) {
  //@ assert G == 3;
  o[threadIdx.x] = 1;
}
__global__ void one_meaning(int *o) {
  //@ assert F == 2;
  o[threadIdx.x] = F;
}
