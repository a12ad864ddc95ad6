//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// Unsigned arithmetic wraps around at 2^32.
__global__ void rows(const char *in, int *out, unsigned n, unsigned columns) {
  unsigned row = blockIdx.x;
  int sum = 0;
  if (row < n) {
    for (unsigned c = threadIdx.x; c < columns; c += blockDim.x) {
#ifdef bad
      sum += in[row * columns + c]; //[bad]~ ERROR width
#else
      sum += in[row * (unsigned long long)columns + c];
#endif
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
