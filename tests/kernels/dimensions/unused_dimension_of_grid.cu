//@ verdict: races=proved divergence=proved
// Blocks have two dimensions, the grid has one: blockIdx.y is not read.
__global__ void k(int *a) {
  int in_block = threadIdx.y * blockDim.x + threadIdx.x;
  a[(size_t)blockIdx.x * blockDim.x * blockDim.y + in_block] = 1;
}
