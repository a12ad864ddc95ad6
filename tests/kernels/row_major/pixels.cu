//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// From planes to pixels of `C` bytes.
// bad: Factors and offsets are exchanged.
__global__ void k(unsigned char *out, const unsigned char *in, int H, int W, int C) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= H * W) return;
  for (int c = 0; c < C; c++)
#ifdef bad
  out[i * c + C] = in[c * H * W + i]; //[bad]~ ERROR race
#else
  out[i * C + c] = in[c * H * W + i];
#endif
}
