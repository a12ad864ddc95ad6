//@ flags: --block 16,4
//@ verdict: races=proved divergence=proved
// Four rows a thread; the matrix is square with 16 * gridDim.x columns.
#define T 16
#define R 4
__global__ void k(float *out, const float *in) {
    __shared__ float tile[T][T + 1];
    __requires(gridDim.x == gridDim.y);
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    int width = gridDim.x * T;
    for (int j = 0; j < T; j += R) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    for (int j = 0; j < T; j += R) out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
