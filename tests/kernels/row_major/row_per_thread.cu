//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A thread for a row.
// bad: Every second element, so that rows overlap.
__global__ void k(float *out, const float *in, int N, int C) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= N) return;
  const float *p = in + r * C; float *o = out + r * C;
  for (int c = 0; c < C; c++)
#ifdef bad
  o[2 * c] = p[c]; //[bad]~ ERROR race
#else
  o[c] = p[c];
#endif
}
