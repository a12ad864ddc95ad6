//@ flags: --block 16,4
//@ verdict: races=proved divergence=proved
// Rows of a separable convolution: tile with halo of one tile on each side, constant coefficients.
#define R 8
#define TX 16
#define TY 4
__constant__ float coeff[2 * R + 1];
__global__ void k(const float *in, float *out) {
    __shared__ float s[TY][3 * TX];
    int tx = threadIdx.x, ty = threadIdx.y;
    int width = gridDim.x * TX;
    int x = blockIdx.x * TX + tx, y = blockIdx.y * TY + ty;
    s[ty][TX + tx] = in[y * width + x];
    s[ty][tx] = x >= TX ? in[y * width + x - TX] : 0.0f;
    s[ty][2 * TX + tx] = x + TX < width ? in[y * width + x + TX] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int j = -R; j <= R; j++) sum += coeff[R - j] * s[ty][TX + tx + j];
    out[y * width + x] = sum;
}
