//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Threads past n leave before the barrier. A CUDA barrier counts exited threads as arrived (assumption exit-arrives).
__global__ void k(const int *in, int *out, int n) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    int gid = blockIdx.x * 64 + tid;
    if (gid >= n) return;
    s[tid] = in[gid];
    __syncthreads();
    out[gid] = s[(tid + 1) % 64];
}
