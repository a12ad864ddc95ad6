//@ revisions: all_int off
//[off]@ flags: --no-index-width
//@ verdict: index-width=unreported
// No size of the kernel is greater than an `int`, and nobody asked.
__global__ void scale(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  float v = in[row * columns + column];
#ifdef off
  v += in[(size_t)row * columns];
#endif
  out[(row * columns) + column] = v;
}
