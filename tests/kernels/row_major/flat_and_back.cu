//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A flat index is taken apart by three extents and put together again.
// bad: The rows of all planes coincide.
__global__ void k(float *out, const float *in, int N, int C, int H, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W, h = (i / W) % H, c = (i / (W * H)) % C, n = i / (W * H * C);
#ifdef bad
  out[(n * C * H + h) * W + w] = in[i] + c; //[bad]~ ERROR race
#else
  out[((n * C + c) * H + h) * W + w] = in[i];
#endif
}
