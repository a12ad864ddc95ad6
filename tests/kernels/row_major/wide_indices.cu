//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Indices of 64 bits.
// bad: The new rows have the wrong length.
__global__ void k(float *out, const float *in, long long N, long long C, long long S) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * S) return;
  long long s = i % S, c = (i / S) % C, n = i / (S * C);
#ifdef bad
  out[(n * S + s) * N + c] = in[i]; //[bad]~ ERROR race
#else
  out[(n * S + s) * C + c] = in[i];
#endif
}
