//@ flags: --block 64
//@ verdict: races=proved
// C rounds to zero, so a floor is written with a condition.
__global__ void k(int *out, int p) {
    if (p < 0 || p > 1000000) return;
    int c = p - 64 * (int)blockIdx.x;
    int tile = c < 0 ? -((-c + 63) / 64) : c / 64;
    out[64 * ((int)gridDim.x + tile) + threadIdx.x] = threadIdx.x + blockIdx.x;
}
