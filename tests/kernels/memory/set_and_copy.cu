//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Four bytes of the thread's own element.
// bad: memcpy stores eight bytes: the neighbour's element as well.
__global__ void k(int *a, const int *b) {
#ifdef bad
    memcpy(&a[threadIdx.x], &b[threadIdx.x], 8); //[bad]~ ERROR race
#else
    memcpy(&a[threadIdx.x], &b[threadIdx.x], 4);
#endif
}
