//@ flags: --block 3 --grid 1
//@ verdict: races=refuted divergence=proved
// (t - 1) / 2 is 0 for t = 0, 1 and 2: division rounds towards zero, not down.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t != 1) a[(t - 1) / 2] = t; //~ ERROR race
}
