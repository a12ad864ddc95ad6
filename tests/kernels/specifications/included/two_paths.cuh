#ifndef LAX
//@ requires n == 5;
#endif
__global__ void NAME(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x;
}
