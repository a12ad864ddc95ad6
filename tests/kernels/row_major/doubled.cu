//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Each element of the source is stored four times.
// bad: Neighbouring rows overlap.
__global__ void k(float *out, const float *in, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * H * W) return;
  int w = i % W, h = (i / W) % H, c = i / (W * H);
  for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++)
#ifdef bad
  out[(c * 2 * H + h + a) * 2 * W + 2 * w + b] = in[i]; //[bad]~ ERROR race
#else
  out[(c * 2 * H + 2 * h + a) * 2 * W + 2 * w + b] = in[i];
#endif
}
