//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Sums along the middle axis, in place.
// bad: The distance of elements is one too short.
__global__ void k(float *x, int outer, int D, int inner) {
  int n = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y;
  if (n >= inner) return;
  float *p = x + o * D * inner + n;
  for (int d = 1; d < D; d++)
#ifdef bad
  p[d * inner] += p[d * (inner - 1)]; //[bad]~ ERROR race
#else
  p[d * inner] += p[(d - 1) * inner];
#endif
}
