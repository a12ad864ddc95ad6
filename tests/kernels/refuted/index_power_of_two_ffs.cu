//@ flags: --block 256
//@ verdict: races=refuted
// The shift is one too far.
__global__ void k(int *out) {
    const unsigned width = 512;
    unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = g & (width - 1), y = g >> __ffs(width);
    out[y * (width + 16) + x] = g; //~ ERROR WP0101
}
