//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: After the loop i is 64 + t: the loop makes 64 steps from t.
// bad: After the loop i is 64 in every thread.
__global__ void k(int *a) {
    int i;
#ifdef bad
    for (i = threadIdx.x; i < 64; i++) {
#else
    for (i = threadIdx.x; i < threadIdx.x + 64; i++) {
#endif
    }
    a[i] = threadIdx.x; //[bad]~ ERROR race
}
