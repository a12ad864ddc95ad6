//@ revisions: good bad
//[good]@ flags: --block 64
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Quotient and remainder of the thread number rebuild it.
// bad: row + col instead of row * w + col: with w = 8 threads 1 and 8 meet in cell 1.
__global__ void k(float *a, int w) {
    __requires(w > 0);
#ifdef bad
    int g = threadIdx.x;
    a[g / w + g % w] = 1.0f; //[bad]~ ERROR race
#else
    int g = blockIdx.x * 64 + threadIdx.x;
    int row = g / w, col = g % w;
    a[row * w + col] = 1.0f;
#endif
}
