//@ requires n > 0;
__global__ void of_header(int *a, int n) {
  //@ assert n > 0;
  a[threadIdx.x] = n;
}
