//@ flags: --block 16,16 --grid 1
//@ verdict: races=refuted divergence=proved
// Cells (x, y) and (y, x) are exchanged by two threads at once.
__global__ void k(float *a) {
    int x = threadIdx.x, y = threadIdx.y;
    a[y * 16 + x] = a[x * 16 + y]; //~ ERROR race
}
