//@ flags: --block 8 --grid 1
//@ verdict: races=inconclusive
// In truth racy for f = 3e9: what fits into unsigned need not fit into int.
__global__ void k(int *a, float f) {
  if (f < 0.0f) { int i = (int)f; if (i < -5 && f > -10.0f) a[threadIdx.x] = 0; }
  else if (f < 4.0e9f) { unsigned u = (unsigned)f; if (u > 2500000000u) a[0] = threadIdx.x; } //~ WARNING race
}
