//@ verdict: races=unusual-launch divergence=proved
// The first dimension counts although blockIdx.x is not read: several blocks are unusual, and not excluded.
__global__ void k(int *a) {
  a[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.x; //~ ERROR race
}
