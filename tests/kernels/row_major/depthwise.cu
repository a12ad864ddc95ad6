//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A convolution for each channel.
// bad: The planes overlap.
__global__ void k(float *out, const float *in, const float *w, int C, int H, int W, int K) {
  int c = blockIdx.y; int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= H * W) return;
  int x = i % W, y = i / W;
  float v = 0;
  for (int a = 0; a < K; a++) for (int b = 0; b < K; b++) v += in[(c * (H + K) + y + a) * (W + K) + x + b] * w[(c * K + a) * K + b];
#ifdef bad
  out[(c + y) * W + x] = v; //[bad]~ ERROR race
#else
  out[(c * H + y) * W + x] = v;
#endif
}
