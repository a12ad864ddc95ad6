//@ revisions: good bad
//@ flags: --index-width
//[good]@ kernel: fill index-width=unreported
//[bad]@ kernel: fill index-width=unusual-launch
// One size is the program's, the other one comes from outside.
__global__ void fill(float *x, int n, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) x[row * columns] = 1; //[bad]~ ERROR width
}
void launch(float *d, int n) {
#ifdef bad
  fill<<<(n + 255) / 256, 256>>>(d, n, 4096);
#else
  fill<<<(1000 + 255) / 256, 256>>>(d, 1000, 4096);
#endif
}
