//@ flags: --block 64
//@ verdict: races=refuted
// Without the condition the tiles on both sides of zero are one.
__global__ void k(int *out, int p) {
    if (p < 0 || p > 1000000) return;
    int c = p - 64 * (int)blockIdx.x;
    int tile = c / 64;
    out[64 * ((int)gridDim.x + tile) + threadIdx.x] = threadIdx.x + blockIdx.x; //~ ERROR WP0101
}
