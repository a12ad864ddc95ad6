//@ kernel: two_dimensions races=refuted
//@ kernel: array_member races=refuted
//@ kernel: barrier divergence=refuted
//@ kernel: default_argument races=refuted
//@ kernel: values assertions=proved
// The constructor runs for every element, in arrays of arrays and in member arrays, with its default arguments.
#include <cassert>
__device__ int g;
struct P { __device__ P() { g = threadIdx.x; } }; //~ ERROR race
struct Q { P p[3]; };
__global__ void two_dimensions() { P m[2][2]; }
__global__ void array_member() { Q a[2]; }
struct B { int x; __device__ B() { __syncthreads(); } };
struct A { B b[1]; };
__global__ void barrier() { if (threadIdx.x < 5) { A a[1]; } }
struct D { __device__ D(int = (g = threadIdx.x)) {} }; //~ ERROR race
__global__ void default_argument() { D d[2]; }
struct Acc { float re; __device__ Acc() : re(0) {} };
__global__ void values() { Acc a[2][2]; a[1][1].re += 1; assert(a[0][0].re == 0); }
