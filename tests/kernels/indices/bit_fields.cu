//@ revisions: good bad
//@ flags: --block 256 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Rotating the 8-bit thread number by 3 is a permutation.
// bad: Three bits go to the front, but only two of the others come behind: not injective.
__global__ void k(int *a) {
    unsigned t = threadIdx.x;
#ifdef bad
    a[((t << 3) | (t >> 6)) & 255u] = t; //[bad]~ ERROR race
#else
    a[((t << 3) | (t >> 5)) & 255u] = t;
#endif
}
