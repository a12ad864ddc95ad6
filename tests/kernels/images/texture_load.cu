//@ verdict: races=proved divergence=proved
// Texture fetches only load.
__global__ void k(cudaTextureObject_t image, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}
