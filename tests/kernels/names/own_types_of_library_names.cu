//@ flags: --block 64 --grid 1
//@ kernel: overlapping races=refuted
//@ kernel: four_bytes assertions=proved
//@ kernel: two_bytes assertions=refuted
//@ kernel: overlapping_reals races=refuted
//@ kernel: own_members races=proved
// Names that only a library's header declares are free for the program.
#include <cassert>
typedef float half;
typedef double cufftReal;
struct cuComplex { float r, i; __device__ cuComplex(float a, float b) : r(a), i(b) {} __device__ float norm() { return r * r + i * i; } };
__global__ void overlapping(half *a) { int t = threadIdx.x; if (t < 32) a[t] = 1; else ((char *)a)[64 + 2 * (t - 32)] = 1; }
__global__ void four_bytes() { assert(sizeof(half) == 4); }
__global__ void two_bytes() { assert(sizeof(half) == 2); }
__global__ void overlapping_reals(cufftReal *a) { int t = threadIdx.x; if (t < 32) a[t] = 1; else ((char *)a)[128 + t - 32] = 2; }
__global__ void own_members(float *a) { cuComplex c(threadIdx.x, 1); a[threadIdx.x] = c.norm(); }
