//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: The long longs fill the first 64 ints, the others store behind them.
// bad: A long long store covers two ints.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t < 32) *(long long *)(a + 2 * t) = t; //[bad]~ ERROR race
#ifdef bad
    else a[2 * (t - 32) + 1] = t; //[bad]~ ERROR race
#else
    else a[32 + t] = t;
#endif
}
