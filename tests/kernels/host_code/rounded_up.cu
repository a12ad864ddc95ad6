//@ revisions: single double_ unguarded
//[single,double_]@ kernel: tiles races=proved
//[unguarded]@ kernel: tiles bounds=refuted
// The number of tiles is computed in floating point. A quotient of integers is rounded up exactly.
__global__ void tiles(float *x, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
#ifdef unguarded
  x[i] = 0; //[unguarded]~ ERROR bounds
#else
  if (i < n) x[i] = 0;
#endif
}
void host(int n) {
  if (n < 1 || n > 100000) return;
  float *x;
#ifdef double_
  int blocks = ceil((double)n / 32);
#elif defined(unguarded)
  int blocks = ceil((float)n / 32);
#else
  int blocks = ceilf((float)n / 32);
#endif
  cudaMalloc(&x, n * sizeof(float));
  tiles<<<blocks, 32>>>(x, n);
}
