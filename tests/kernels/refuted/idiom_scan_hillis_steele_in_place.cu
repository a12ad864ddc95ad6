//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The load of s[tid - d] is unordered with the store of thread tid - d in the same level.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        if (tid >= d) s[tid] += s[tid - d]; //~ ERROR race
        __syncthreads();
    }
    out[tid] = s[tid];
}
