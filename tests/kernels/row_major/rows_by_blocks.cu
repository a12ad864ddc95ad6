//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A block for a row, in strides.
// bad: Rows overlap by one element.
__global__ void k(float *x, int rows, int cols) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
#ifdef bad
  x[r * (cols - 1) + c] *= 2; //[bad]~ ERROR race
#else
  x[r * cols + c] *= 2;
#endif
}
