//@ verdict: bounds=refuted
// Downwards: the loop ends below zero, and the last tile begins before the array.
__global__ void k(int *a, int first, int count, int n) {
  if (n < 1) return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[first + i] = 1; //~ ERROR bounds
}
void run(int n, int tile) {
  if (n < 1 || n > 1000 || tile < 1 || tile > 64) return;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  for (int t = n - 1; t >= 0; t -= tile) k<<<1, 64>>>(a, t - tile, tile, n);
}
