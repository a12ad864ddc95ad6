//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: s = 1, 2, 4, ..., 32: cell s * 64 + tid has the thread as remainder modulo 64.
// bad: s * tid for s = 1, 2, 4, ...: thread 2 with s = 1 and thread 1 with s = 2 meet in a[2].
__global__ void k(int *a) {
#ifdef bad
    for (int s = 1; s < 64; s *= 2) a[s * threadIdx.x] = s; //[bad]~ ERROR race
#else
    for (int s = 1; s < 64; s *= 2) a[s * 64 + threadIdx.x] = s;
#endif
}
