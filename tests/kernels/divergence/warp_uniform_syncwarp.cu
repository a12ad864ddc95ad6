//@ flags: --block 128 --grid 1
//@ verdict: races=proved divergence=proved
// Whole warps take one side: a warp barrier needs only its own warp.
__global__ void k(int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t / 32 == 1) {
        s[t] = t;
        __syncwarp();
        out[t] = s[t ^ 1];
    }
}
