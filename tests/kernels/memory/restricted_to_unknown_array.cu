//@ flags: --block 16 --grid 1 --check-arrays a,c
//@ verdict: error
__global__ void restricted(int *a, int *b) {
  a[threadIdx.x] = b[threadIdx.x];
}
