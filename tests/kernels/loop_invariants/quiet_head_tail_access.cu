//@ verdict: races=refuted
// The write of iteration k is before the barrier, the one of its tail is in flight at the next head.
__global__ void tail(int *out, int n) {
  __shared__ int s[1024];
  int x = 1;
  for (int i = 0; i < n; i++) {
    x = x * 3 + s[(threadIdx.x + 1) % blockDim.x]; //~ ERROR race
    __syncthreads();
    if (x % 2 == 0) s[threadIdx.x] = x; //~ ERROR race
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
