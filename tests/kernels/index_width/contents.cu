//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// An index that memory holds may be small; the index of the thread is known.
__global__ void gather(const float *table, const int *index, float *out, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef bad
  out[i] = table[index[i]] + table[i * width]; //[bad]~ ERROR width
#else
  out[i] = table[index[i] * width];
#endif
}
