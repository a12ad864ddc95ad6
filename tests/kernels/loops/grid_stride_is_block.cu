//@ flags: --block 64 --grid 4
//@ verdict: races=refuted divergence=proved
// The stride forgets the grid: block 0 in its second iteration meets block 1 in its first.
__global__ void k(float *y, const float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) y[i] = x[i]; //~ ERROR race
}
