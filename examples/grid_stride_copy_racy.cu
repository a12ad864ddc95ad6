// warpproof: refuted WP0101
// The stride forgets the grid: the second round of one block meets the first round of the next.

__global__ void grid_stride_copy(const int *source, int *target, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        target[i] = source[i];
}
