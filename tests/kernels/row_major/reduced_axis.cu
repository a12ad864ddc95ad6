//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A thread goes through the middle axis.
// bad: Outer indices overlap.
__global__ void k(float *out, const float *in, int outer, int D, int inner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= outer * inner) return;
  int o = i / inner, n = i % inner;
  for (int d = 0; d < D; d++)
#ifdef bad
  out[(o + d) * inner + n] = in[(o * D + d) * inner + n]; //[bad]~ ERROR race
#else
  out[(o * D + d) * inner + n] = in[(o * D + d) * inner + n];
#endif
}
