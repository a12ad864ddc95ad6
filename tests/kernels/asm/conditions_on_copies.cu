//@ flags: --block 64 --grid 1
//@ kernel: before_the_wait assertions=!proved
//@ kernel: behind_the_wait assertions=proved
//@ kernel: in_a_loop assertions=!proved
//@ kernel: at_a_barrier assertions=!proved
// A clause that reads what a copy in flight may still write is no fact.
#include <cuda_pipeline.h>
__global__ void before_the_wait(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    unsigned v = in[t];
    tile[t] = v + 1;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    //@ assert tile[t] != v + 1;
    __pipeline_wait_prior(0);
}
__global__ void behind_the_wait(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    unsigned v = in[t];
    tile[t] = v + 1;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    //@ assert tile[t] == v;
}
__global__ void in_a_loop(unsigned *out, const unsigned *in, int n) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    unsigned v = in[t];
    tile[t] = v + 1;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    //@ loop invariant tile[t] == v;
    for (int i = 0; i < n; i++) out[t] += i;
    __pipeline_wait_prior(0);
}
__global__ void at_a_barrier(unsigned *out, const unsigned *in) {
    __shared__ unsigned tile[64];
    int t = threadIdx.x;
    unsigned v = in[t];
    tile[t] = v + 1;
    __pipeline_memcpy_async(&tile[t], in + t, 4);
    __pipeline_commit();
    //@ barrier invariant tile[threadIdx.x] == v;
    __syncthreads();
    __pipeline_wait_prior(0);
}
