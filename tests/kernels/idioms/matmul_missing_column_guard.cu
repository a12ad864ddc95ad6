//@ flags: --block 16,16 --grid 2,2
//@ verdict: races=refuted divergence=proved
// Without col < p a row runs over into the next one.
__global__ void k(const float *a, float *c, int m, int p) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m) c[row * p + col] = a[row]; //~ ERROR race
}
