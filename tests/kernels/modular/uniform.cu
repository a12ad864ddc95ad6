//@ flags: --modular
//@ verdict: divergence=inconclusive
//@ kernel: cut contract=proved
// Arguments and results are those of one thread, and differ between threads as the contract leaves open.

//@ requires n >= 0;
//@ ensures 0 <= \result <= n;
__device__ int cut(int x, int n) { return x < 0 ? 0 : x > n ? n : x; }

__global__ void condition(int *a, int n) {
  int c = 0;
  if (n >= 0) c = cut(threadIdx.x, n);
  if (c > 3) __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = c;
}

__global__ void rounds(int n) {
  int c = 0;
  if (n >= 0) c = cut(threadIdx.x, n);
  for (int i = 0; i < c; i++) __syncthreads();
}
