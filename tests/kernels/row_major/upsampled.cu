//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Each element of the result reads one of a smaller source.
// bad: The rows of the result are counted as those of the source.
__global__ void k(float *out, const float *in, int C, int H, int W, int S) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (S <= 0 || i >= C * H * S * W * S) return;
  int w = i % (W * S), h = (i / (W * S)) % (H * S), c = i / (W * S * H * S);
#ifdef bad
  out[(c * H * S + h / S) * W * S + w] = in[(c * H + h / S) * W + w / S]; //[bad]~ ERROR race
#else
  out[(c * H * S + h) * W * S + w] = in[(c * H + h / S) * W + w / S];
#endif
}
