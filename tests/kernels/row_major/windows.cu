//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The elements of windows become rows.
// bad: Rows have the height.
__global__ void k(float *col, const float *im, int C, int H, int W, int K, int OH, int OW) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= C * OH * OW) return;
  int w = i % OW, h = (i / OW) % OH, c = i / (OW * OH);
  for (int a = 0; a < K; a++) for (int b = 0; b < K; b++)
#ifdef bad
  col[(((c * K + a) * K + b) * OH + h) * OH + w] = im[(c * H + h + a) * W + w + b]; //[bad]~ ERROR race
#else
  col[(((c * K + a) * K + b) * OH + h) * OW + w] = im[(c * H + h + a) * W + w + b];
#endif
}
