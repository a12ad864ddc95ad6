//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// row + col instead of row * w + col: with w = 8 threads 1 and 8 meet in cell 1.
__global__ void k(float *a, int w) {
    __requires(w > 0);
    int g = threadIdx.x;
    a[g / w + g % w] = 1.0f; //~ ERROR race
}
