//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Only thread 0 passes the return.
// bad: Threads 0 and 1 pass the return and both store.
__global__ void k(int *a) {
    int tid = threadIdx.x;
#ifdef bad
    if (tid > 1) {
#else
    if (tid > 0) {
#endif
        a[tid] = 1;
        return;
    }
#ifdef bad
    a[0] = tid; //[bad]~ ERROR race
#else
    a[0] = 2;
#endif
}
