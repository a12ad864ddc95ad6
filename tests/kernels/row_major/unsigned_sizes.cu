//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Axes are permuted; products of sizes of 64 bits could wrap around.
// bad: The last axis has the wrong place.
__global__ void permute(const float *in, float *out, unsigned long N, unsigned long C, unsigned long S) {
  unsigned long i = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * S) return;
  unsigned long s = i % S, c = (i / S) % C, n = i / (S * C);
#ifdef bad
  out[(n * S + s) * S + c] = in[i]; //[bad]~ ERROR race
#else
  out[(n * S + s) * C + c] = in[i];
#endif
}
