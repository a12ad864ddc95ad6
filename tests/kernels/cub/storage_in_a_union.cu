//@ kernel: between races=proved
//@ kernel: without races=!proved
// A thread may store any element of the storage: what lies in a union with it needs a barrier.
#include <cub/cub.cuh>

typedef cub::BlockReduce<float, 128> Reduce;
union Shared {
  float x[128];
  Reduce::TempStorage storage;
};

__global__ void between(float *out, const float *in) {
  __shared__ Shared u;
  u.x[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  float y = u.x[threadIdx.x];
  __syncthreads();
  float sum = Reduce(u.storage).Sum(y);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void without(float *out, const float *in) {
  __shared__ Shared u;
  u.x[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  float y = u.x[threadIdx.x];
  float sum = Reduce(u.storage).Sum(y);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
void launch(float *out, const float *in, int blocks) {
  between<<<blocks, 128>>>(out, in);
  without<<<blocks, 128>>>(out, in);
}
