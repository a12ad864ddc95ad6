//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A scan of each warp with two warp barriers a step.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    s[t] = t;
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int v = lane >= d ? s[t - d] : 0;
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    out[t] = s[t];
}
