//@ verdict: races=refuted divergence=proved
// The first dimension counts although blockIdx.x is not read.
__global__ void k(int *a) {
  a[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.x; //~ ERROR race
}
