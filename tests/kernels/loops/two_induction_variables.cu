//@ revisions: good bad
//[good]@ flags: --grid 1
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: p moves in step with i and stays the thread's own residue modulo the block size.
// bad: p advances by 63, one less than the block: thread 63 in iteration 0 and thread 0 in iteration 1 meet in a[63].
__global__ void k(int *a, int n) {
    int p = threadIdx.x;
    for (int i = 0; i < n; i++) {
        a[p] = i; //[bad]~ ERROR race
#ifdef bad
        p += 63;
#else
        p += blockDim.x;
#endif
    }
}
