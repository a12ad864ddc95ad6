//@ flags: --omit-rule nowrite
//@ verdict: races=proved
//@ gap: races=possible without the rule r13 the barrier of the last iteration is not found
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
