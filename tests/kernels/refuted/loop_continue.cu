//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The continue skips only even i; for odd i all threads store to a[i].
__global__ void k(int *a) {
    for (int i = 0; i < 16; i++) {
        if (i % 2 == 0) continue;
        a[i] = threadIdx.x; //~ ERROR race
    }
}
