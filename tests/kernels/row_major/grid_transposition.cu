//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A transposition by two axes.
// bad: The rows of the result have the length of the rows of the source.
__global__ void k(float *out, const float *in, int W, int H) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
#ifdef bad
  out[x * W + y] = in[y * W + x]; //[bad]~ ERROR race
#else
  out[x * H + y] = in[y * W + x];
#endif
}
