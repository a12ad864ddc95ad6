//@ verdict: races=proved divergence=proved assertions=proved
// Enough blocks for n elements.
__global__ void k(int *a, int n) {
  __assert(n <= gridDim.x * blockDim.x);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = n;
}
void run(int *a, int n) {
  if (n > 0 && n < 1000000) {
    dim3 block(256);
    dim3 grid;
    grid.x = (n + block.x - 1) / block.x;
    k<<<grid, block>>>(a, n);
  }
}
