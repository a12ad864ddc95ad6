//@ verdict: races=refuted
// For negative m the loop with the barrier makes no iteration.
__global__ void quiet(int *out, int n, int m) {
  __shared__ int s[1024];
  s[threadIdx.x] = n; //~ ERROR race
  for (int j = 0; j <= m; j++) {
    if (j == m) __syncthreads();
  }
  int x = 0;
  for (int i = 0; i < n; i++) {
    x = x * 3 + s[(threadIdx.x + 1) % blockDim.x]; //~ ERROR race
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
