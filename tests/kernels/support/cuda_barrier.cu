//@ flags: --block 256 --grid 1
//@ verdict: races=unsupported
// Barriers of libcu++ are not modelled.
#include <cuda/barrier>
__global__ void exchange(float *out, const float *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[256];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = s[255 - threadIdx.x];
}
