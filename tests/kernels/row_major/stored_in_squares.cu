//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Each element of the source is stored in a square of side `S`.
// bad: Neighbouring rows overlap.
__global__ void k(float *out, const float *in, int C, int H, int W, int S) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * H * W) return;
  int w = i % W, h = (i / W) % H, c = i / (W * H);
  for (int a = 0; a < S; a++) for (int b = 0; b < S; b++)
#ifdef bad
  out[(c * H * S + h + a) * (W * S) + w * S + b] = in[i]; //[bad]~ ERROR race
#else
  out[(c * H * S + h * S + a) * (W * S) + w * S + b] = in[i];
#endif
}
