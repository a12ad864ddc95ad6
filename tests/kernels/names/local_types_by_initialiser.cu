//@ kernel: each_its_own assertions=proved
//@ kernel: of_the_other assertions=refuted
//@ kernel: distinct races=proved
//@ kernel: coinciding races=refuted
// Local classes of one name that differ in an operand of `sizeof` only.
#include <cassert>
__device__ int g() { struct S { int v = sizeof(char[3]); }; S s; return s.v; }
__device__ int h() { struct S { int v = sizeof(char[5]); }; S s; return s.v; }
__global__ void each_its_own() { assert(g() == 3 && h() == 5); }
__global__ void of_the_other() { assert(h() == 3); } //~ ERROR assert
__global__ void distinct(int *a) { a[(blockIdx.x * blockDim.x + threadIdx.x) * (h() - 3) / 2] = 1; }
__global__ void coinciding(int *a) { a[threadIdx.x * (5 - h())] = threadIdx.x; } //~ ERROR race
