//@ verdict: races=proved divergence=proved
// Of each block only the row y == 0 stores; the second dimension of the grid is not used.
__global__ void k(int *a) {
    __requires(gridDim.y == 1);
    __requires(blockDim.z == 1);
    __requires(gridDim.z == 1);
    if (threadIdx.y == 0) a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
