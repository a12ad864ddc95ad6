// proved under: none
// `gridDim.x == 1` would help and contradicts what the kernel requires.
__global__ void blocks(int *a) {
    __requires(gridDim.x > 1);
    a[threadIdx.x] = blockIdx.x;
}
