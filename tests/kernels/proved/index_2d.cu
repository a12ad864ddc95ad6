//@ verdict: races=proved divergence=proved
// 0 <= x < w makes y * w + x injective.
__global__ void k(float *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) a[y * w + x] = x + y;
}
