//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// All barriers of the unrolled loop are alike, but between the last write and the first read of the next round there is none.
__global__ void k(int *out, int n) {
  __shared__ int a[65], b[65];
  int t = threadIdx.x;
  a[t] = t;
  if (t == 0) a[64] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    b[t] = a[t + 1]; //~ ERROR race
    __syncthreads();
    a[t] = b[t] + 1;
    __syncthreads();
    b[t] = a[t] + 1;
    __syncthreads();
    a[t] = b[t] + 1; //~ ERROR race
  }
  out[t] = a[t];
}
