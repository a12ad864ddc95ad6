//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Lower half to even, upper half to odd cells.
// bad: Thread 31 and thread 32 both store to cell 62.
__global__ void k(int *a) {
    int t = threadIdx.x;
#ifdef bad
    a[t < 32 ? 2 * t : 2 * t - 2] = t; //[bad]~ ERROR race
#else
    a[t < 32 ? 2 * t : 2 * (t - 32) + 1] = t;
#endif
}
