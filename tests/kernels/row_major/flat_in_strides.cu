//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A flat index in strides of the grid.
// bad: The new rows have the wrong length.
__global__ void k(float *out, const float *in, int N, int C, int S) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N * C * S; i += gridDim.x * blockDim.x) {
  int s = i % S, c = (i / S) % C, n = i / (S * C);
#ifdef bad
  out[(n * S + s) * N + c] = in[i]; //[bad]~ ERROR race
#else
  out[(n * S + s) * C + c] = in[i];
#endif
  }
}
