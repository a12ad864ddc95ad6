//@ equiv: reversed_too_early reversed --block 64 --grid 1 => unknown
//@ equiv: overwritten sevens --block 64 --grid 1 => unknown
// In lock-step an asynchronous copy would be made at once.
#include <cuda_pipeline.h>
__global__ void reversed_too_early(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    __syncthreads();
    out[t] = tile[63 - t];
}
__global__ void reversed(unsigned *out, const unsigned *in) { out[threadIdx.x] = in[63 - threadIdx.x]; }
__global__ void overwritten(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    tile[t] = 7;
    __pipeline_wait_prior(0);
    out[t] = tile[t];
}
__global__ void sevens(unsigned *out, const unsigned *in) { out[threadIdx.x] = 7; }
