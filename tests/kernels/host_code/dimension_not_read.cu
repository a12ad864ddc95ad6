//@ verdict: races=refuted divergence=proved
// The kernel does not know of the second dimension, but the host launches it.
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1; //~ ERROR race
}
void run(int *a, int n) {
  dim3 block(32, 4);
  k<<<(n + 31) / 32, block>>>(a, n);
}
