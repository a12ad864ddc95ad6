// fix: insert `__syncthreads();` in front of `for (int k = 0; k < TILE; ++k)` and at the end of the body of `for (int m = 0; m < width / TILE; ++m)`
// Neither barrier of the loop over tiles is there; two arrays race.
#define TILE 8
//@ requires blockDim.x == 8 && blockDim.y == 8 && blockDim.z == 1 && gridDim.x == 4 && gridDim.y == 4
__global__ void product(const int *a, const int *b, int *c, int width) {
    __shared__ int tile_a[TILE][TILE];
    __shared__ int tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    int sum = 0;
    for (int m = 0; m < width / TILE; ++m) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * width + m * TILE + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(m * TILE + threadIdx.y) * width + column];
        for (int k = 0; k < TILE; ++k)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    }
    c[row * 32 + column] = sum;
}
