//@ revisions: good bad
//@ flags: --block 256
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: Mask and shift by a power of two whose exponent is counted.
// bad: The shift is one too far.
__global__ void k(int *out) {
    const unsigned width = 512;
    unsigned g = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
    unsigned x = g & (width - 1), y = g >> __ffs(width);
#else
    unsigned x = g & (width - 1), y = g >> (__ffs(width) - 1);
#endif
    out[y * (width + 16) + x] = g; //[bad]~ ERROR WP0101
}
