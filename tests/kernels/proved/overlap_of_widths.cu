//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The long longs fill the first 64 ints, the others store behind them.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t < 32) *(long long *)(a + 2 * t) = t;
    else a[32 + t] = t;
}
