//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Rows of vectors of four.
// bad: Rows overlap by one vector.
__global__ void k(float4 *out, const float4 *in, int rows, int cols) {
  int r = blockIdx.x; int C4 = cols / 4;
  for (int c = threadIdx.x; c < C4; c += blockDim.x)
#ifdef bad
  out[r * (C4 - 1) + c] = in[r * C4 + c]; //[bad]~ ERROR race
#else
  out[r * C4 + c] = in[r * C4 + c];
#endif
}
