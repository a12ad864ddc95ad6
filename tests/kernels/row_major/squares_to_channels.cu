//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Squares of r * r pixels become channels.
// bad: The rows of a square are not told apart.
__global__ void unshuffle(const float *in, float *out, int N, int C, int H, int W, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int HO = H * r, WO = W * r;
  if (i >= N * C * HO * WO) return;
  int x = i % WO, y = (i / WO) % HO, c = (i / (WO * HO)) % C, n = i / (WO * HO * C);
#ifdef bad
  int channel = c * r * r + x % r;
#else
  int channel = (c * r + y % r) * r + x % r;
#endif
  out[((n * C * r * r + channel) * H + y / r) * W + x / r] = in[i]; //[bad]~ ERROR race
}
