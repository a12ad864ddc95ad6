//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// With f == 0 the index is t only in round 0 and 0 afterwards.
__global__ void k(int *a, int f) {
    int i = threadIdx.x;
    for (int r = 0; r < 3; r++) {
        a[i] = r; //~ ERROR race
        i *= f;
    }
}
