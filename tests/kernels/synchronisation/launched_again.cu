//@ revisions: once again repeated reset filled other variable variable_once flag flag_once
//@ verdict: races=proved
//[again]@ kernel: sums@63 races=proved
//[again]@ kernel: sums@68 races=inconclusive
//[repeated]@ verdict: races=inconclusive
//[variable]@ kernel: sums@63 races=proved
//[variable]@ kernel: sums@68 races=inconclusive
//[flag]@ kernel: sums@63 races=proved
//[flag]@ kernel: sums@68 races=inconclusive
// The last block adds the results of all blocks. A second launch finds the counter (the flag) as the first one left it.
#include <cuda_runtime.h>
#if defined(variable) || defined(variable_once)
__device__ unsigned total;
#endif
__global__ void sums(const float *in, float *part, float *out, unsigned *count) {
#if defined(variable) || defined(variable_once)
  count = &total;
#endif
#if defined(flag) || defined(flag_once)
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    part[0] = in[0];
    __threadfence();
    atomicExch(count, 1u);
  }
  if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(count, 0u) == 1u) {
    __threadfence();
    *out = part[0];
  }
#else
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      __threadfence();
      float sum = 0;
      for (int b = 0; b < gridDim.x; b++) sum += part[b];
      *out = sum;
#ifdef reset
      *count = 0;
#endif
    }
  }
#endif
}
#ifdef other
__global__ void clear(unsigned *count) { *count = 0; }
#endif
int main() {
  float *in, *part, *out;
  unsigned *count;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&part, 64 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&count, sizeof(unsigned));
#if defined(repeated) || defined(reset) || defined(filled)
  for (int i = 0; i < 10; i++) {
#ifdef filled
    cudaMemset(count, 0, sizeof(unsigned));
#endif
    sums<<<64, 128>>>(in, part, out, count);
  }
#else
  sums<<<64, 128>>>(in, part, out, count);
#ifdef other
  clear<<<1, 1>>>(count);
#endif
#if defined(again) || defined(other) || defined(variable) || defined(flag)
  sums<<<64, 128>>>(in, part, out, count);
#endif
#endif
}
