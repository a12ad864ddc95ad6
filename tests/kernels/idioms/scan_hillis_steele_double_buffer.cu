//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Loads come from one half, stores go to the other, and a barrier ends each level.
__global__ void k(const int *in, int *out) {
    __shared__ int s[128];
    int tid = threadIdx.x, from = 0, to = 64;
    s[tid] = in[blockIdx.x * 64 + tid];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (tid >= d) s[to + tid] = s[from + tid] + s[from + tid - d];
        else s[to + tid] = s[from + tid];
        __syncthreads();
        from = 64 - from;
        to = 64 - to;
    }
    out[blockIdx.x * 64 + tid] = s[from + tid];
}
