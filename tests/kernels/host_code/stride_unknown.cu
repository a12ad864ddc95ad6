//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved bounds=proved
//[bad]@ verdict: bounds=refuted
// good: Tiles of a size that is not constant: the first element is never negative.
// bad: Downwards: the loop ends below zero, and the last tile begins before the array.
#ifdef bad
__global__ void k(int *a, int first, int count, int n) {
  if (n < 1) return;
#else
__global__ void k(int *a, int first, int count) {
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[first + i] = 1; //[bad]~ ERROR bounds
}
void run(int n, int tile) {
#ifdef bad
  if (n < 1 || n > 1000 || tile < 1 || tile > 64) return;
#else
  if (n < 1 || n > 100000 || tile < 1 || tile > n) return;
#endif
  int *a;
  cudaMalloc(&a, n * sizeof(int));
#ifdef bad
  for (int t = n - 1; t >= 0; t -= tile) k<<<1, 64>>>(a, t - tile, tile, n);
#else
  for (int t = 0; t < n; t += tile) {
    int count = n - t < tile ? n - t : tile;
    k<<<(count + 63) / 64, 64>>>(a, t, count);
  }
#endif
}
