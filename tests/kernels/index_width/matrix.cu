//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: races=proved index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
__global__ void transpose(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
#ifdef bad
    float v = in[row * columns + column]; //[bad]~ ERROR width
    out[column * rows + row] = v; //[bad]~ ERROR width
#else
    float v = in[(size_t)row * columns + column];
    out[(size_t)column * rows + row] = v;
#endif
  }
}
