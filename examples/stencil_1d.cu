// warpproof: proved with --block=128
// Sums of seven neighbours through shared memory, for any grid; the input has three more cells at each end.

#define RADIUS 3
#define BLOCK 128

__global__ void stencil_1d(const int *in, int *out) {
    __shared__ int cells[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int own = threadIdx.x + RADIUS;
    cells[own] = in[i + RADIUS];
    if (threadIdx.x < RADIUS) {
        cells[own - RADIUS] = in[i];
        cells[own + BLOCK] = in[i + RADIUS + BLOCK];
    }
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k)
        sum += cells[own + k];
    out[i] = sum;
}
