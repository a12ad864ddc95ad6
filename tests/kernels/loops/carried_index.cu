//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// p is the index of the round before: t in round 0, 0 afterwards.
__global__ void k(int *a) {
    int p = threadIdx.x;
    for (int r = 0; r < 3; r++) {
        a[p] = r; //~ ERROR race
        p = r - r;
    }
}
