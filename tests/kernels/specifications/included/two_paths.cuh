#ifndef LAX
//@ requires n == 5;
#endif
__global__ void k(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x;
}
