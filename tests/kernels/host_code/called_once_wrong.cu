//@ verdict: races=proved bounds=refuted
// The array has one element less than the function that is called in one place says.
__global__ void k(int *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) a[i] = 1; //~ ERROR bounds
}
static void launch(int *a, int n) {
  k<<<(n + 63) / 64, 64>>>(a, n + 1);
}
void run(int n) {
  if (n < 1 || n > 1000000) return;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  launch(a, n);
}
