//@ kernel: read@22 assertions=refuted
//@ kernel: read_and_keep@27 assertions=refuted
//@ kernel: read@32 assertions=refuted
//@ kernel: read@36 assertions=proved
// Kernels on another stream do not wait for the ones before them.
#include <cassert>
__device__ int *kept;
__global__ void keep(int *p) { kept = p; }
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
__global__ void read_and_keep(int *d) {
  kept = d;
  assert(d[threadIdx.x] == 0); //~ ERROR assert
}
__global__ void fill(int *p) { p[threadIdx.x] = 9; }
__global__ void use() { kept[threadIdx.x] = 9; }
#define ZEROS(d) \
  int *d; \
  cudaMalloc(&d, 256); \
  cudaMemset(d, 0, 256)
void given(cudaStream_t s) {
  ZEROS(d);
  read<<<1, 64>>>(d);
  fill<<<1, 64, 0, s>>>(d);
}
void kept_by_kernel(cudaStream_t s) {
  ZEROS(d);
  read_and_keep<<<1, 64>>>(d);
  use<<<1, 64, 0, s>>>();
}
void by_callers() {
  ZEROS(d);
  read<<<1, 64>>>(d);
}
void behind_all(cudaStream_t s) {
  ZEROS(d);
  read<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  fill<<<1, 64, 0, s>>>(d);
}
