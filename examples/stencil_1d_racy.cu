// warpproof: refuted WP0102 with --block=128
// The barrier between filling the shared cells and reading them is missing.

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
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k)
        sum += cells[own + k];
    out[i] = sum;
}
