//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Doubled 40 times every unsigned index is 0; over the integers 2^40 * t would be injective.
__global__ void k(char *a) {
    unsigned i = threadIdx.x;
    for (int r = 0; r < 40; r++) i *= 2;
    a[i] = threadIdx.x; //~ ERROR race
}
