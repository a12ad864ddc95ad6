//@ flags: --effort 10
//@ verdict: races=!refuted divergence=proved
// True: no race. Whether it is proved depends on how far the solver gets: three coordinates with two symbolic products.
// Mixed radix with guards on the two inner coordinates.
__global__ void k(float *a, int w, int h, int d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < w && y < h && z < d) a[(z * h + y) * w + x] = 1.0f;
}
