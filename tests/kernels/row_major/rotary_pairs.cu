//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Pairs of elements of a head, whose number is half the size of the head.
// bad: The second element of a pair is the first one of the next.
__global__ void rotate(const float *in, float *out, const float *angle, int B, int T, int NH, int HS) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int half = HS / 2;
  if (i >= B * T * NH * half) return;
  int d = i % half, h = (i / half) % NH, t = (i / (half * NH)) % T, b = i / (half * NH * T);
  int at = ((b * T + t) * NH + h) * HS + 2 * d;
  float x = in[at], y = in[at + 1];
  out[at] = x * angle[2 * d] - y * angle[2 * d + 1]; //[bad]~ ERROR race
#ifdef bad
  out[at + 2] = x * angle[2 * d + 1] + y * angle[2 * d]; //[bad]~ ERROR race
#else
  out[at + 1] = x * angle[2 * d + 1] + y * angle[2 * d];
#endif
}
