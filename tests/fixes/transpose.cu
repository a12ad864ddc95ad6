// fix: insert `__syncthreads();` in front of `out[(blockIdx.x * 16 + threadIdx.y) * 1024 + blockIdx.y * 16...`
#define TILE 16
//@ requires blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
//@ requires gridDim.x == 64 && gridDim.y == 64
__global__ void transpose(float *out, const float *in) {
    __shared__ float tile[TILE][TILE + 1];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * 1024 + blockIdx.x * 16 + threadIdx.x];

    // The rows of the tile are columns here.
    out[(blockIdx.x * 16 + threadIdx.y) * 1024 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
