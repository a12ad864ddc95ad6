//@ verdict: races=proved
//@ flags: --block 32 --grid 1
// Extents are not 0 where threads divide by them.
__global__ void k(float *out, int n, int W) {
  int i = threadIdx.x;
  if (i < n) out[i / W * W + i % W] = 1;
}
