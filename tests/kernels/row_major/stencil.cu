//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A stencil in three dimensions.
// bad: In place.
__global__ void k(float *out, const float *in, int X, int Y, int Z) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= X - 1 || y >= Y - 1 || z >= Z - 1) return;
#ifdef bad
  out[(z * Y + y) * X + x] = out[(z * Y + y) * X + x - 1]; //[bad]~ ERROR race
#else
  out[(z * Y + y) * X + x] = in[(z * Y + y) * X + x - 1] + in[((z - 1) * Y + y) * X + x];
#endif
}
