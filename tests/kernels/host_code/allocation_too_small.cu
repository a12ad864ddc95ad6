//@ verdict: races=proved divergence=proved bounds=refuted
// No guard, and the last block has more threads than there are elements left.
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = n; //~ ERROR bounds
}
void run(int n) {
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  k<<<(n + 255) / 256, 256>>>(a, n);
}
