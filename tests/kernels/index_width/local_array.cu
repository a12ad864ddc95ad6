//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// No shared or local array has so many elements.
__global__ void parts(const float *in, float *out, int n, int width) {
  float own[4] = {0, 1, 2, 3};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef bad
  out[i] = in[i * width] + own[i & 3]; //[bad]~ ERROR width
#else
  out[i] = in[i] + own[i * width & 3];
#endif
}
