//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Shifted right often enough every index is 0.
__global__ void k(int *a) {
    unsigned i = threadIdx.x;
    for (int r = 0; r < 8; r++) {
        a[i] = r; //~ ERROR race
        i >>= 1;
    }
}
