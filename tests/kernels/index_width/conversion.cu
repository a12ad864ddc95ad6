//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// The product has 64 bits, and the variable has not.
__global__ void rows(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
#ifdef bad
  int index = (size_t)row * columns + column; //[bad]~ ERROR width
#else
  size_t index = (size_t)row * columns + column;
#endif
  float v = in[index]; //[bad]~ ERROR width
  out[(size_t)row * columns + column] = v;
}
