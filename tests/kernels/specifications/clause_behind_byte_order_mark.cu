#if 0 // The file begins with a byte order mark.
//@ requires n == 5;
#endif
//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
__global__ void k(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x; //~ ERROR race
}
