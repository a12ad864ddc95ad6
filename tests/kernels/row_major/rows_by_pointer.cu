//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A block for a row, through a pointer to it.
// bad: Every second element, so that rows overlap.
__global__ void k(float *x, const float *w, int rows, int cols) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
  float *p = x + (size_t)r * cols;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
#ifdef bad
  p[2 * c] *= w[c]; //[bad]~ ERROR race
#else
  p[c] *= w[c];
#endif
  }
}
