//@ flags: --block 8,8 --grid 1
//@ verdict: races=refuted divergence=proved
// Nothing says that the pitch is at least the width.
__global__ void k(float *a, int w, int h, int pitch) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) a[y * pitch + x] = 1.0f; //~ ERROR race
}
