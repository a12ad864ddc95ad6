//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// The product of three extents.
__global__ void batches(double *x, int batches, int rows, int columns) {
  int batch = blockIdx.z, row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (batch >= batches || row >= rows || column >= columns) return;
#ifdef bad
  x[(batch * rows + row) * columns + column] = 1; //[bad]~ ERROR width
#else
  x[((long long)batch * rows + row) * columns + column] = 1;
#endif
}
