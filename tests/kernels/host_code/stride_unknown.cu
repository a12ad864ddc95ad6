//@ verdict: races=proved divergence=proved bounds=proved
// Tiles of a size that is not constant: the first element is never negative.
__global__ void k(int *a, int first, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[first + i] = 1;
}
void run(int n, int tile) {
  if (n < 1 || n > 100000 || tile < 1 || tile > n) return;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  for (int t = 0; t < n; t += tile) {
    int count = n - t < tile ? n - t : tile;
    k<<<(count + 63) / 64, 64>>>(a, t, count);
  }
}
