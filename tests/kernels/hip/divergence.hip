//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: divergence=refuted
// Barriers of a block, with and without a vote of its threads.
#include <hip/hip_runtime.h>

__global__ void any_positive(int *out, const int *in) {
  const int any = __syncthreads_or(in[threadIdx.x] > 0);
#ifdef bad
  if (in[threadIdx.x] > 0) __syncthreads(); //[bad]~ ERROR divergence
#else
  __syncthreads();
#endif
  if (threadIdx.x == 0) out[blockIdx.x] = any;
}

__global__ void guarded(int *out, int n) {
#ifdef bad
  if (threadIdx.x < n) {
    __syncthreads(); //[bad]~ ERROR divergence
  }
#else
  if (n > 0) {
    __syncthreads();
  }
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

void run(int *out, const int *in, int n) {
  any_positive<<<4, 64>>>(out, in);
  guarded<<<4, 64>>>(out, n);
}
