//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A thread goes through the planes.
// bad: Planes are as far apart as rows.
__global__ void k(float *out, const float *in, int X, int Y, int Z) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= X || y >= Y) return;
  for (int z = 0; z < Z; z++)
#ifdef bad
  out[z * X + y * X + x] = in[z * X * Y + y * X + x]; //[bad]~ ERROR race
#else
  out[z * X * Y + y * X + x] = in[z * X * Y + y * X + x];
#endif
}
