//@ flags: --block 8,4,2 --grid 4,2
//@ verdict: races=proved divergence=proved
// Linear thread number in a 3-D block, linear block number in a 2-D grid.
__global__ void k(int *a) {
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int b = blockIdx.y * gridDim.x + blockIdx.x;
    a[b * (blockDim.x * blockDim.y * blockDim.z) + t] = t;
}
