// warpproof: refuted WP0101
// The rows of the result have the length of those of the input: wrong unless the matrix is square.

__global__ void transpose_naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * width + y] = in[y * width + x];
}
