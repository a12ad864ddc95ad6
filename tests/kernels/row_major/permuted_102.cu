//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The first two of three axes are exchanged.
// bad: The new planes have the wrong number of rows.
__global__ void k(float *out, const float *in, int A, int B, int C) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= A * B * C) return;
  int c = i % C, b = (i / C) % B, a = i / (B * C);
#ifdef bad
  out[(b * B + a) * C + c] = in[i]; //[bad]~ ERROR race
#else
  out[(b * A + a) * C + c] = in[i];
#endif
}
