//@ verdict: races=refuted
//@ kernel: into_a_function races=possible
// A row that flows only into a result that is not known is used all the same: threads of two rows store one element.
#include <cuda_fp16.h>
#include <curand_kernel.h>
#include <cstdio>

__device__ float outside(int row, int column);
__global__ void into_a_function(float *out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  out[column] = outside(row, column);
}
__global__ void into_a_conversion(__half *out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float v = row * 100.f + column;
  out[column] = __float2half(v);  //~ ERROR race
}
__global__ void into_assembly(unsigned *out) {
  unsigned row = threadIdx.y, product;
  asm("mul.lo.u32 %0, %1, 3;" : "=r"(product) : "r"(row));
  out[threadIdx.x + blockIdx.x * blockDim.x] = product;  //~ ERROR race
}
__global__ void of_assembly(unsigned *out) {
  unsigned row;
  asm("mad.lo.u32 %0, %%ctaid.y, %%ntid.y, %%tid.y;" : "=r"(row));
  out[threadIdx.x + blockIdx.x * blockDim.x] = row;  //~ ERROR race
}
__global__ void into_a_generator(float *out) {
  unsigned id = threadIdx.y * blockDim.x + threadIdx.x;
  curandState s;
  curand_init(1234, id, 0, &s);
  out[threadIdx.x + blockIdx.x * blockDim.x] = curand_uniform(&s);  //~ ERROR race
}
__global__ void printed(int *out) {
  unsigned row = threadIdx.y;
  printf("%u", row);
  out[threadIdx.x + blockIdx.x * blockDim.x] = 1;  //~ ERROR race
}
