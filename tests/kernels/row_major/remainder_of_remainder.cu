//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The place in a plane, and then the row and the column in it.
// bad: As many rows as columns.
__global__ void k(float *out, int n, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i / (H * W);
  int in_plane = i % (H * W);
  int y = in_plane / W, x = in_plane % W;
#ifdef bad
  out[(c * W + x) * W + y] = 1; //[bad]~ ERROR race
#else
  out[(c * W + x) * H + y] = 1;
#endif
}
