//@ revisions: good bad
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// By default, only kernels are looked at that compute some index in 64 bits.
__global__ void add(const float *in, float *out, int rows, int columns, long long pitch) {
  int row = blockIdx.x;
  if (row >= rows) return;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
#ifdef bad
    out[row * columns + c] += in[row * pitch + c]; //[bad]~ ERROR width
#else
    out[(long long)row * columns + c] += in[row * pitch + c];
#endif
  }
}
