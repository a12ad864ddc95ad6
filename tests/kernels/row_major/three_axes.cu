//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A plane, a row and a column from three axes; extents are parameters.
// bad: The planes are as far apart as rows.
__global__ void k(float *out, const float *in, int C, int H, int W) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  int h = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z;
  if (w < W && h < H && c < C) {
#ifdef bad
    out[(c + h) * W + w] = 2 * in[(c * H + h) * W + w]; //[bad]~ ERROR race
#else
    out[(c * H + h) * W + w] = 2 * in[(c * H + h) * W + w];
#endif
  }
}
