//@ flags: --block 256
//@ verdict: races=proved
// Mask and shift by a power of two whose exponent is counted.
__global__ void k(int *out) {
    const unsigned width = 512;
    unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = g & (width - 1), y = g >> (__ffs(width) - 1);
    out[y * (width + 16) + x] = g;
}
