//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// From `b, head, t` to `b, t, head` with remainders of remainders.
// bad: Distances of rows and of heads are exchanged.
__global__ void k(float *out, const float *in, int B, int N, int NH, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * NH * N * d) return;
  int b = i / (NH * N * d);
  int rest = i % (NH * N * d);
  int nh = rest / (N * d);
  rest = rest % (N * d);
  int n = rest / d;
  int x = rest % d;
#ifdef bad
  out[(b * NH * N * d) + (n * N * d) + (nh * d) + x] = in[i]; //[bad]~ ERROR race
#else
  out[(b * NH * N * d) + (n * NH * d) + (nh * d) + x] = in[i];
#endif
}
