// proved under: blockDim.x == blockDim.y
// The barrier stands in the square that both extents of the block have in common.
__global__ void square(int *a) {
    if (threadIdx.x < blockDim.y && threadIdx.y < blockDim.x) __syncthreads();
}
