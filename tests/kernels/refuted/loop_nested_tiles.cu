//@ flags: --block 8,8 --grid 2,2
//@ verdict: races=refuted divergence=proved
// The width forgets the factor 4: rows of different gy overlap.
__global__ void k(float *a) {
    int gx = blockIdx.x * blockDim.x + threadIdx.x;
    int gy = blockIdx.y * blockDim.y + threadIdx.y;
    int width = gridDim.x * blockDim.x;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) a[(4 * gy + i) * width + 4 * gx + j] = i + j; //~ ERROR race
}
