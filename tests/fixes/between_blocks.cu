// fix: none
// A barrier orders the threads of one block; the neighbour of the last one is in the next block.
__global__ void shift(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    b[i] = a[i + 1];
}
