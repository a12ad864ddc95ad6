//@ flags: --block 64 --grid 2 --check-arrays a
//@ verdict: races=refuted
__global__ void restricted(int *a, int *b) {
  b[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  a[threadIdx.x] = blockIdx.x; //~ ERROR race
}
