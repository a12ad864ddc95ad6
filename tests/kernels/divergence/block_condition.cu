//@ verdict: races=proved divergence=proved
// Blocks may differ, the threads of one block agree.
__global__ void k(int *a) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    a[g] = 1;
    if (blockIdx.x % 2 == 0) __syncthreads();
}
