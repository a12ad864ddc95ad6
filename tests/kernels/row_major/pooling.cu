//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The greatest element of a window, for each element of the result.
// bad: The result has the rows of the source.
__global__ void k(float *out, const float *in, int N, int C, int H, int W, int OH, int OW, int K, int S) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * OH * OW) return;
  int w = i % OW, h = (i / OW) % OH, c = (i / (OW * OH)) % C, n = i / (OW * OH * C);
  float most = -1e30f;
  for (int a = 0; a < K; a++)
    for (int b = 0; b < K; b++) {
      int y = h * S + a, x = w * S + b;
      if (y < H && x < W) most = fmaxf(most, in[((n * C + c) * H + y) * W + x]);
    }
#ifdef bad
  out[(n * C + c + h) * OW + w] = most; //[bad]~ ERROR race
#else
  out[((n * C + c) * OH + h) * OW + w] = most;
#endif
}
