//@ verdict: divergence=refuted
// The counter is the same in all threads that are in the loop, but they leave it at different times.
__global__ void leave(int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (i == threadIdx.x) break;
    __syncthreads(); //~ ERROR divergence
    out[i * blockDim.x + threadIdx.x] = i;
  }
}
