//@ verdict: races=refuted divergence=proved
// The third index decides which threads write: planes of the grid write the same element.
__global__ void k(float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n && z < 5)
    a[x] = 1.0f; //~ ERROR race
}
