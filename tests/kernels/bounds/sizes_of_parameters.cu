//@ flags: --block 16 --grid 1 --kernel-arrays sizes,64,128
//@ verdict: races=proved bounds=proved
__global__ void sizes(int *a, double *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 1.0;
}
