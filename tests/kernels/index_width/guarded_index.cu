//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// An index that is compared with an `int` is below 2^31.
__global__ void guarded(float *out, int n, int columns) {
  int row = blockIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  if (row < n && column < columns) {
    out[row * columns + column] = 0; //[bad]~ ERROR width
  }
#else
  int index = row * columns + column;
  if (column < columns && index < n) {
    out[index] = 0;
  }
#endif
}
