// proved under: width % blockDim.x == 0
// Threads go on in steps of the block, and meet at a barrier in each: the last step must be as long as the others.
__global__ void steps(int *a, int width) {
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
        a[blockIdx.x * blockDim.x + threadIdx.x] += i;
        __syncthreads();
    }
}
