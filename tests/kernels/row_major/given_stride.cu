//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Rows of a given distance.
// bad: Every second element, so that rows overlap.
__global__ void k(float *out, const float *in, int H, int W, int S) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H || S < W) return;
#ifdef bad
  out[y * S + 2 * x] = in[y * W + x]; //[bad]~ ERROR race
#else
  out[y * S + x] = in[y * W + x];
#endif
}
