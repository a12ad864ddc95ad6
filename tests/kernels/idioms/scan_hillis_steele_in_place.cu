//@ revisions: good bad
//[good]@ flags: --block 64
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: In place with a barrier between load and store, for every n of levels.
// bad: The load of s[tid - d] is unordered with the store of thread tid - d in the same level.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
#ifdef bad
    s[tid] = in[tid];
#else
    s[tid] = in[blockIdx.x * 64 + tid];
#endif
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
#ifdef bad
        if (tid >= d) s[tid] += s[tid - d]; //[bad]~ ERROR race
#else
        int v = 0;
        if (tid >= d) v = s[tid - d];
        __syncthreads();
        s[tid] += v;
#endif
        __syncthreads();
    }
#ifdef bad
    out[tid] = s[tid];
#else
    out[blockIdx.x * 64 + tid] = s[tid];
#endif
}
