//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The flag is clear in round 0 only; from round 1 on all threads store.
__global__ void k(int *a) {
    bool again = false;
    for (int r = 0; r < 2; r++) {
        if (again) a[0] = threadIdx.x; //~ ERROR race
        again = true;
    }
}
