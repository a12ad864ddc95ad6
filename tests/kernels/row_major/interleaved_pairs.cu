//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Pairs of real and imaginary parts.
// bad: The second part stands in the next pair.
__global__ void k(float *out, const float *in, int H, int W) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
#ifdef bad
  out[2 * (y * W + x)] = in[y * W + x]; out[2 * (y * W + x) + 2] = 0; //[bad]~ ERROR race
#else
  out[2 * (y * W + x)] = in[y * W + x]; out[2 * (y * W + x) + 1] = 0;
#endif
}
