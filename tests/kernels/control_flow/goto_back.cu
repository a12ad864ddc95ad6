//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: A loop made of a label and a jump back.
// bad: One round of the loop more than there are elements for each thread.
__global__ void k(int *a) {
    int i = 0;
again:
    a[threadIdx.x * 4 + i] = i; //[bad]~ ERROR race
#ifdef bad
    if (++i < 5) goto again;
#else
    if (++i < 4) goto again;
#endif
}
