// fix: insert `__syncthreads();` in front of `out[(blockIdx.x * 16 + threadIdx.y) * height + blockIdx.y * ...`
#define TILE 16
//@ requires blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1 && width == gridDim.x * 16 && height == gridDim.y * 16
__global__ void transpose(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * width + blockIdx.x * 16 + threadIdx.x];

    // The rows of the tile are columns here.
    out[(blockIdx.x * 16 + threadIdx.y) * height + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
