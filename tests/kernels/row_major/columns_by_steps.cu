//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A thread goes through the planes by steps.
// bad: The steps are rows.
__global__ void k(float *out, const float *in, int X, int Y, int Z) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= X || y >= Y) return;
  int at = y * X + x, step = X * Y;
  for (int z = 0; z < Z; z++) {
#ifdef bad
  out[at] = in[at]; at += X; //[bad]~ ERROR race
#else
  out[at] = in[at]; at += step;
#endif
  }
}
