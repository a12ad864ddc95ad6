//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// In place with a barrier between load and store, for every n of levels.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * 64 + tid];
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        int v = 0;
        if (tid >= d) v = s[tid - d];
        __syncthreads();
        s[tid] += v;
        __syncthreads();
    }
    out[blockIdx.x * 64 + tid] = s[tid];
}
