//@ revisions: good bad
//[good]@ kernel: fill index-width=unreported
//[bad]@ kernel: fill index-width=refuted
// The launch of the program has the sizes.
__global__ void fill(float *x, int rows, int columns) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    x[row * columns + column] = 1; //[bad]~ ERROR width
  }
}
void launch() {
#ifdef bad
  const int rows = 60000, columns = 40000;
#else
  const int rows = 600, columns = 400;
#endif
  float *d;
  cudaMalloc(&d, (size_t)rows * columns * sizeof(float));
  dim3 block(16, 16), grid((columns + 15) / 16, (rows + 15) / 16);
  fill<<<grid, block>>>(d, rows, columns);
}
