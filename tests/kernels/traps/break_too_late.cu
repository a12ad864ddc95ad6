//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Every thread runs iteration 0 and stores to a[0] before the break can be taken.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        a[0] = i; //~ ERROR race
        if (tid > 0) break;
    }
}
