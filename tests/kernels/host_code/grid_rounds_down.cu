//@ verdict: races=proved divergence=proved assertions=refuted
// Rounded down, the blocks leave out the last elements.
__global__ void k(int *a, int n) {
  __assert(n <= gridDim.x * blockDim.x); //~ ERROR assert
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = n;
}
void run(int *a, int n) {
  if (n > 0 && n < 1000000) k<<<n / 256, 256>>>(a, n);
}
