//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// The bits of a float are one number as int and another as unsigned.
__global__ void k(int *a, float f) {
  unsigned u = __float_as_uint(f); int i = __float_as_int(f);
  if (i < 0) a[0] = threadIdx.x; else if (u > 7) a[threadIdx.x] = 1; //~ ERROR race
}
