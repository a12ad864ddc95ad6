//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// Three bits go to the front, but only two of the others come behind: not injective.
__global__ void k(int *a) {
    unsigned t = threadIdx.x;
    a[((t << 3) | (t >> 6)) & 255u] = t; //~ ERROR race
}
