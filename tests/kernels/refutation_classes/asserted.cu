//@ kernel: product<16> bounds=unusual-launch assertions=unusual-launch
//@ kernel: rows races=unusual-launch assertions=unusual-launch
//@ kernel: several assertions=unusual-launch
//@ kernel: of_thread assertions=refuted
//@ kernel: of_size assertions=refuted
//@ kernel: behind_branch assertions=refuted
//@ kernel: too_late bounds=unusual-launch assertions=refuted
//@ kernel: wrong bounds=refuted
//@ kernel: launched assertions=refuted
// What a kernel asserts of its extents before its first branch, loop and barrier is what it is written for.
#include <cassert>

template <int N> __global__ void product(int *out) {
  __shared__ int s[8 * N];
  assert(8 * N == blockDim.x); //~ ERROR assert
  s[threadIdx.x] = 1; //~ ERROR bounds
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
template __global__ void product<16>(int *);
__global__ void rows(int *out) {
  assert(blockDim.x <= 64); //~ ERROR assert
  out[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void several(int *out) {
  assert(blockDim.x % 32 == 0 && blockDim.y == 1 && gridDim.x < 1025); //~ ERROR assert
}
// Not about the launch alone.
__global__ void of_thread(int *out) {
  assert(threadIdx.x < 64); //~ ERROR assert
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void of_size(int *out, int n) {
  assert(n % 4 == 0); //~ ERROR assert
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
// Not each launch comes to it.
__global__ void behind_branch(int *out, int n) {
  if (n > 10) assert(blockDim.x == 64); //~ ERROR assert
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void too_late(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 128) s[threadIdx.x] = 1; //~ ERROR bounds
  __syncthreads();
  assert(blockDim.x == 128); //~ ERROR assert
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
// The error is there in the launches that are asserted.
__global__ void wrong(int *out) {
  __shared__ int s[64];
  assert(blockDim.x == 128); //~ ERROR assert
  s[threadIdx.x] = 1; //~ ERROR bounds
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void launched(int *out) {
  assert(blockDim.x == 128); //~ ERROR assert
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run(int *out) { launched<<<4, 96>>>(out); }
