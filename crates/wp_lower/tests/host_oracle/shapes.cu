//@ block: 8,4,2
//@ grid: 2,3
// Blocks and grids with more than one dimension.

__global__ void linear_ids(unsigned *out) {
    unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned b = blockIdx.y * gridDim.x + blockIdx.x;
    if (t < 32) out[b * 32 + t] = t * 1000 + threadIdx.y * 10 + blockIdx.y + gridDim.y * 100;
}

__global__ void tiled_transpose(const float *in, float *out) {
    __shared__ float tile[8][9];
    unsigned x = blockIdx.x * 8 + threadIdx.x, y = threadIdx.y + 4 * threadIdx.z;
    if (blockIdx.y == 0) tile[threadIdx.y + 4 * threadIdx.z][threadIdx.x] = in[y * 16 + x];
    __syncthreads();
    if (blockIdx.y == 0) out[x * 8 + y] = tile[y][threadIdx.x];
}
