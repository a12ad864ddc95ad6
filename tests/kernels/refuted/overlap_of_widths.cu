//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A long long store covers two ints.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t < 32) *(long long *)(a + 2 * t) = t;   //~ ERROR race
    else a[2 * (t - 32) + 1] = t;                //~ ERROR race
}
