//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: t - 1 wraps for t = 0: only thread 0 passes.
// bad: t - 32 is unsigned, so it is never negative: for t < 32 it is huge and passes the test as well.
__global__ void k(int *a) {
#ifdef bad
    if (threadIdx.x - 32 >= 0) a[0] = threadIdx.x; //[bad]~ ERROR race
#else
    if (threadIdx.x - 1 > 1000) a[0] = threadIdx.x;
#endif
}
