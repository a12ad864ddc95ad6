//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// The start of a row as a pointer: each operation counts that goes into the address.
__global__ void rows(const float *x, float *out, int rows, int columns) {
  int row = blockIdx.x, column = threadIdx.x;
  if (row >= rows || column >= columns) return;
#ifdef bad
  const float *start = x + row * columns; //[bad]~ ERROR width
#else
  const float *start = x + (size_t)row * columns;
#endif
  float v = start[column]; //[bad]~ ERROR width
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
