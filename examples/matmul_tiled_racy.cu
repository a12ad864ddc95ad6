// warpproof: refuted WP0102 with --block=[16,16]
// The barrier at the end of the loop is missing: fast threads fill the next tiles while slow ones still read.

#define TILE 16

__global__ void matmul_tiled(const float *a, const float *b, float *c, int width) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int m = 0; m < width / TILE; ++m) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * width + m * TILE + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(m * TILE + threadIdx.y) * width + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    }
    if (row < width && column < width)
        c[row * width + column] = sum;
}
