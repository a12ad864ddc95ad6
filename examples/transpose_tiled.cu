// warpproof: proved
// Transpose through a tile in shared memory, for any sizes and any square block; a tile has blockDim.x rows of
// blockDim.x + 1 cells, of which the last is never used, so that columns do not meet in one memory bank.

__global__ void transpose_tiled(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    if (blockDim.x != blockDim.y)
        return;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.x + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.x + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}
