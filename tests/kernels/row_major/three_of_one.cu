//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A source with three parts is split.
// bad: One of the parts loses its batch.
__global__ void k(float *q, float *k, float *v, const float *in, int B, int N, int NH, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * NH * N * d) return;
  int b = i / (NH * N * d);
  int rest = i % (NH * N * d);
  int nh = rest / (N * d);
  rest = rest % (N * d);
  int n = rest / d;
  int x = rest % d;
  int at = (b * N * 3 * NH * d) + (n * 3 * NH * d) + (0 * NH * d) + (nh * d) + x;
#ifdef bad
  q[i] = in[at]; k[nh * N * d + n * d + x] = in[at + NH * d]; v[i] = in[at + 2 * NH * d]; //[bad]~ ERROR race
#else
  q[i] = in[at]; k[i] = in[at + NH * d]; v[i] = in[at + 2 * NH * d];
#endif
}
