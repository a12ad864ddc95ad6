//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
__global__ void count(unsigned *bins, int classes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef bad
  atomicAdd(&bins[i * classes], 1); //[bad]~ ERROR width
#else
  atomicAdd(bins + (size_t)i * classes, 1);
#endif
}
