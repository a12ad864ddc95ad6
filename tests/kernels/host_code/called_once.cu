//@ verdict: races=proved divergence=proved bounds=proved
// A function that only this file can name and that is called in one place has the arguments of that place, whatever calls the caller.
__global__ void k(int *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) a[i] = 1;
}
static void launch(int *a, int n, dim3 block) {
  k<<<(n + 63) / 64, block>>>(a, n);
}
static void prepare(int n, int threads) {
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  for (int round = 0; round < 3; round++) launch(a, n, dim3(threads));
  cudaFree(a);
}
void run(int n) {
  if (n < 1 || n > 1000000) return;
  prepare(n, 64);
}
