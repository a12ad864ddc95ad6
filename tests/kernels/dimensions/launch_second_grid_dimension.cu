//@ flags: --block 64 --grid 4,2
//@ verdict: races=refuted divergence=proved
// The launch has two rows of blocks, the index knows only the first dimension.
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y; //~ ERROR race
}
