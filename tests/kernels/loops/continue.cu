//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Odd i skip the store of the neighbour's cell; even i store to cells 2i * 64 + tid only.
// bad: The continue skips only even i; for odd i all threads store to a[i].
__global__ void k(int *a) {
#ifndef bad
    int tid = threadIdx.x;
#endif
    for (int i = 0; i < 16; i++) {
#ifndef bad
        a[(2 * i) * 64 + tid] = i;
#endif
        if (i % 2 == 0) continue;
#ifdef bad
        a[i] = threadIdx.x; //[bad]~ ERROR race
#else
        a[(2 * i + 1) * 64 + tid] = i;
#endif
    }
}
