//@ verdict: races=!refuted divergence=proved
// True: no race. Whether it is proved depends on how far the solver gets: two grid strides and a symbolic product.
// Grid strides in both dimensions over a w by h image.
__global__ void k(float *a, int w, int h) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += blockDim.x * gridDim.x)
            a[y * w + x] = 1.0f;
}
