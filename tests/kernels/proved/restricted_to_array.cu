//@ flags: --block 64 --grid 2 --check-arrays a
//@ verdict: races=proved divergence=proved
// Races on `b` are not asked about.
__global__ void restricted(int *a, int *b) {
  b[0] = threadIdx.x;
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
