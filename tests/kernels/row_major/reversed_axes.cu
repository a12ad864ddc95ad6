//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
//@ requires A > 0 && B > 0 && C > 0 && D > 0 && E > 0 && F > 0
// Six axes in reverse order.
// bad: One axis is forgotten.
__global__ void reverse(const float *in, float *out, int A, int B, int C, int D, int E, int F) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= A * B * C * D * E * F) return;
  int f = i % F;
  int r = i / F;
  int e = r % E;
  r /= E;
  int d = r % D;
  r /= D;
  int c = r % C;
  r /= C;
  int b = r % B;
  int a = r / B;
#ifdef bad
  out[((((f * E + d) * D + d) * C + c) * B + b) * A + a] = in[i]; //[bad]~ ERROR race
#else
  out[((((f * E + e) * D + d) * C + c) * B + b) * A + a] = in[i];
#endif
}
