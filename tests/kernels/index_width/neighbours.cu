//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// Differences of unsigned numbers below zero come back.
__global__ void neighbours(const float *in, float *out, unsigned n, unsigned width) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef bad
  out[i] = in[i * width + 1]; //[bad]~ ERROR width
#else
  out[i] = in[i - 5 + 5] + in[i + (i == 0 ? 0 : -1)];
#endif
}
