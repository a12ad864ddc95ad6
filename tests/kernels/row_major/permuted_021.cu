//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The last two of three axes are exchanged.
// bad: The new planes have the wrong number of rows.
__global__ void k(float *out, const float *in, int A, int B, int C) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= A * B * C) return;
  int c = i % C, b = (i / C) % B, a = i / (B * C);
#ifdef bad
  out[(a * B + c) * B + b] = in[i]; //[bad]~ ERROR race
#else
  out[(a * C + c) * B + b] = in[i];
#endif
}
