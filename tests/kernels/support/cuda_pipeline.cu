//@ flags: --block 256 --grid 1
//@ verdict: races=unsupported
// Pipelines of libcu++ are not modelled.
#include <cuda/pipeline>
__global__ void copy(float *out, const float *in) {
  __shared__ float s[256];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = s[threadIdx.x];
}
