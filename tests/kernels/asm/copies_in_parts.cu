//@ flags: --block 64 --grid 1
//@ kernel: half_words assertions=refuted
//@ kernel: half_words_filled assertions=proved races=proved
//@ kernel: three_bytes assertions=!refuted
//@ kernel: tail bounds=proved races=proved
//@ kernel: behind_tail bounds=!proved
//@ kernel: byte_of_other races=proved
//@ kernel: aligned_or_not races=proved
// A copy of fewer bytes than it writes reads exactly these, and writes zeros for the others.
#include <cuda_pipeline.h>
__global__ void half_words(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], in + t, 4, 2);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    assert(tile[t] == in[t]);  //~ ERROR assert
}
__global__ void half_words_filled(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], in + t, 4, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    assert(tile[t] == 0);
}
__global__ void three_bytes(unsigned char *out, const unsigned *in) {
    __shared__ __align__(4) unsigned char tile[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[4 * t], in + t, 4, 1);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    assert(tile[4 * t + 3] == 0);
}
__device__ unsigned short values[125];
__global__ void tail(unsigned short *out) {
    __shared__ __align__(16) unsigned short tile[128];
    int t = threadIdx.x;
    if (t < 16) __pipeline_memcpy_async(&tile[8 * t], values + 8 * t, 16, t == 15 ? 6 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[t];
}
__global__ void behind_tail(unsigned short *out) {
    __shared__ __align__(16) unsigned short tile[128];
    int t = threadIdx.x;
    if (t < 16) __pipeline_memcpy_async(&tile[8 * t], values + 8 * t, 16, t == 15 ? 4 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = 0;
}
__global__ void byte_of_other(unsigned char *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], in + 4 * t, 4, 1);
    in[4 * ((t + 1) % 64) + 3] = 1;
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
__global__ void aligned_or_not(float *out, const float *in) {
    __shared__ float tile[260];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[4 * t + 1], in + 4 * t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
