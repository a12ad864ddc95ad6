//@ verdict: races=inconclusive
//@ flags: --block 32 --grid 1 --without no-division-by-zero
// Where an extent may be 0, quotients by it say nothing.
__global__ void k(float *out, int n, int W) {
  int i = threadIdx.x;
  if (i < n) out[i / W * W + i % W] = 1;
}
