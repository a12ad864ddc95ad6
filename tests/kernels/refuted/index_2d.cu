//@ flags: --block 8,8 --grid 2,2
//@ verdict: races=refuted divergence=proved
// `x <= w` lets one column run over into the next row.
__global__ void k(float *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= w && y < h) a[y * w + x] = x + y; //~ ERROR race
}
