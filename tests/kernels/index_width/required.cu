//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
#ifdef bad
//@ requires rows >= 1 && columns >= 1;
#else
//@ requires rows >= 1 && columns >= 1 && rows * columns <= 2147483647;
#endif
__global__ void fill(float *x, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) x[row * columns + column] = 1; //[bad]~ ERROR width
}
