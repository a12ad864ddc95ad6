//@ verdict: races=refuted divergence=proved
// Without a limit on the grid two blocks store to the same cells.
__global__ void k(int *a) {
    a[threadIdx.x] = blockIdx.x; //~ ERROR race
}
