//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved
// The lanes of the mask exchange values among themselves.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    if (lane >= 8 && lane < 24) {
        s[t] = t;
        __syncwarp(0x00ffff00);
        out[blockIdx.x * 64 + t] = s[t ^ 1];
    }
}
