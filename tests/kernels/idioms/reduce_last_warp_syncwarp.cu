//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A warp barrier between load and store of each level.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    __syncthreads();
    if (tid < 32) {
        int v = s[tid] + s[tid + 32];
        __syncwarp();
        s[tid] = v;
        __syncwarp();
        if (tid < 16) v += s[tid + 16];
        __syncwarp();
        s[tid] = v;
    }
    if (tid == 0) out[0] = s[0];
}
