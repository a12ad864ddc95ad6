//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
//@ requires C > 0 && H > 0 && W > 0 && p >= 0
// Planes are copied into planes with a border of p elements.
// bad: The rows of the new planes have a border on one side only.
__global__ void pad(const float *in, float *out, int N, int C, int H, int W, int p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int HP = H + 2 * p, WP = W + 2 * p;
  if (i >= N * C * H * W) return;
  int w = i % W, h = (i / W) % H, plane = i / (W * H);
#ifdef bad
  out[(plane * HP + h + p) * (W + p) + w + 2 * p * (h % 2)] = in[i]; //[bad]~ ERROR race
#else
  out[(plane * HP + h + p) * WP + w + p] = in[i];
#endif
}
