//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The barriers of the loop are alike, and one lies on each way from a write to a read of the neighbour's cell.
__global__ void k(int *out, int n) {
  __shared__ int a[65], b[65];
  int t = threadIdx.x;
  a[t] = t;
  if (t == 0) a[64] = b[64] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    b[t] = a[t + 1];
    __syncthreads();
    a[t] = b[t + 1];
    __syncthreads();
    b[t] = a[t + 1];
    __syncthreads();
    a[t] = b[t + 1];
    __syncthreads();
  }
  out[t] = a[t];
}
