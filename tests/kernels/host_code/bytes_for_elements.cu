//@ verdict: races=proved divergence=proved bounds=refuted
// Bytes are not elements.
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = n; //~ ERROR bounds
}
void run(unsigned n) {
  int *a;
  for (int i = 0; i < 3; i++) {
    cudaMalloc(&a, n);
    k<<<n / 64 + 1, 64>>>(a, n);
    cudaFree(a);
  }
}
