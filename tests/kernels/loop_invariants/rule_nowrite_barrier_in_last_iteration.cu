//@ verdict: races=proved divergence=proved
// The barrier between the write and the reads is executed in the last iteration of the first loop. That no write is in
// flight at the head of the second one (rule r13) is shown once; pairs of accesses do not look for that instance.
__global__ void quiet(int *out, int n, int m) {
  __shared__ int s[1024];
  __assume(m >= 0);
  s[threadIdx.x] = n;
  for (int j = 0; j <= m; j++) {
    if (j == m) __syncthreads();
  }
  int x = 0;
  for (int i = 0; i < n; i++) {
    x = x * 3 + s[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
