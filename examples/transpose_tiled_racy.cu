// warpproof: refuted WP0102
// The barrier between filling the tile and reading it is missing.

__global__ void transpose_tiled(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    if (blockDim.x != blockDim.y)
        return;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.x + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    x = blockIdx.y * blockDim.x + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}
