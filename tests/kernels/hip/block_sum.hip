//@ revisions: good bad
//@ verdict: divergence=proved
//[good]@ kernel: block_sum races=proved
//[bad]@ kernel: block_sum races=refuted
// A tree in dynamic shared memory, with HIP's names of indices and of the declaration.
#include <hip/hip_runtime.h>

__global__ void block_sum(const float *in, float *out) {
  HIP_DYNAMIC_SHARED(float, partial)
  const unsigned t = hipThreadIdx_x;
  partial[t] = in[hipBlockIdx_x * hipBlockDim_x + t];
  __syncthreads();
  for (unsigned half = 128; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half]; //[bad]~ ERROR race
#ifndef bad
    __syncthreads();
#endif
  }
  if (t == 0) out[hipBlockIdx_x] = partial[0];
}

void run(const float *in, float *out, int blocks, hipStream_t stream) {
  hipLaunchKernelGGL(block_sum, dim3(blocks), dim3(256), 256 * sizeof(float), stream, in, out);
}
