//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// From `b, t, head` to `b, head, t`.
// bad: The rows of a head are counted as heads.
__global__ void k(float *q, const float *in, int B, int T, int NH, int HS) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * T * NH * HS) return;
  int d = i % HS, h = (i / HS) % NH, t = (i / (HS * NH)) % T, b = i / (HS * NH * T);
#ifdef bad
  q[((b * NH + h) * NH + t) * HS + d] = in[i]; //[bad]~ ERROR race
#else
  q[((b * NH + h) * T + t) * HS + d] = in[i];
#endif
}
