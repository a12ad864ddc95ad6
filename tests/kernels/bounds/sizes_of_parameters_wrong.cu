//@ flags: --block 16 --grid 1 --kernel-arrays sizes,64,120
//@ verdict: races=proved bounds=refuted
__global__ void sizes(int *a, double *b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 1.0; //~ ERROR bounds
}
