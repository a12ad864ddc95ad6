//@ kernel: b::bad assertions=unsupported
//@ kernel: c::outer assertions=proved
// A name that a using-declaration brings into a scope is not resolved.
const int N = 32;
const int M = 16;
namespace a { const int N = 64; }
namespace b {
using a::N;
static_assert(N == 64, "");
__global__ void bad(int *p) {
  //@ assert N == 32;
  p[threadIdx.x] = N;
}
}
namespace c {
__global__ void outer(int *p) {
  //@ assert M == 16;
  p[threadIdx.x] = M;
}
}
