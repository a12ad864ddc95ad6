//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Remainders computed as what the quotient leaves.
// bad: The rows coincide.
__global__ void k(float *out, int n, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i / (H * W);
  int rest = i - c * (H * W);
  int y = rest / W;
  int x = rest - y * W;
#ifdef bad
  out[(c * W + x) * H] = y; //[bad]~ ERROR race
#else
  out[(c * W + x) * H + y] = 1;
#endif
}
