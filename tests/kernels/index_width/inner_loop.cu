//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// Rows of the second matrix are counted by the loop.
__global__ void product(const float *b, float *out, int columns, int inner) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  float sum = 0;
  for (int k = 0; k < inner; k++) {
#ifdef bad
    sum += b[k * columns + column]; //[bad]~ ERROR width
#else
    sum += b[(size_t)k * columns + column];
#endif
  }
  out[column] = sum;
}
