//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Each element sums the windows that it is in.
// bad: Two threads store one element.
__global__ void k(float *im, const float *col, int C, int H, int W, int K, int OH, int OW) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * H * W) return;
  int w = i % W, h = (i / W) % H, c = i / (W * H);
  float v = 0;
  for (int a = 0; a < K; a++) for (int b = 0; b < K; b++) { int y = h - a, x = w - b; if (y >= 0 && x >= 0 && y < OH && x < OW) v += col[(((c * K + a) * K + b) * OH + y) * OW + x]; }
#ifdef bad
  im[i / 2] = v; //[bad]~ ERROR race
#else
  im[i] = v;
#endif
}
