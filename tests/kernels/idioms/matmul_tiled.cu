//@ flags: --block 16,16
//@ verdict: races=proved divergence=proved
// Two barriers per tile; the width of c follows from the grid.
template <int B> __global__ void k(const float *a, const float *b, float *c, int wa) {
    __shared__ float as[B][B], bs[B][B];
    int tx = threadIdx.x, ty = threadIdx.y;
    int wb = gridDim.x * B;
    int row = blockIdx.y * B + ty, col = blockIdx.x * B + tx;
    float sum = 0.0f;
    for (int t = 0; t < wa / B; t++) {
        as[ty][tx] = a[row * wa + t * B + tx];
        bs[ty][tx] = b[(t * B + ty) * wb + col];
        __syncthreads();
        for (int i = 0; i < B; i++) sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[row * wb + col] = sum;
}
template __global__ void k<16>(const float *, const float *, float *, int);
