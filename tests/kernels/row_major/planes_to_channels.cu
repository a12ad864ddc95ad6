//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// From planes to interleaved channels.
// bad: Interleaved by the number of images.
__global__ void k(float *out, const float *in, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W, h = (i / W) % H, c = (i / (W * H)) % C, n = i / (W * H * C);
#ifdef bad
  out[((n * H + h) * W + w) * N + c] = in[i]; //[bad]~ ERROR race
#else
  out[((n * H + h) * W + w) * C + c] = in[i];
#endif
}
