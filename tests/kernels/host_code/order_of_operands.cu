//@ verdict: races=proved bounds=!proved
// Host code whose operands change what other operands read: either order may be taken, and one of them is too large.
void lend(int &);
int other();
__global__ void fill(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) a[0] = s[0];
}
static void run(int threads, int, int *a) { if (threads > 0) fill<<<1, threads>>>(a); }
void sum() {
  int n = 64, *a;
  cudaMalloc(&a, 64 * sizeof(int));
  int m = n + (n = 960, 0);
  if (m > 0) fill<<<1, m>>>(a);
}
void extents() {
  int n = 64, *a;
  cudaMalloc(&a, 64 * sizeof(int));
  dim3 block(n, (n = 1000, 1));
  fill<<<1, block.x>>>(a);
}
void argument() {
  int n = 64, *a;
  cudaMalloc(&a, 64 * sizeof(int));
  run(n, n = 1000, a);
}
void lent() {
  int n, *a;
  cudaMalloc(&a, 64 * sizeof(int));
  lend(n);
  if (n < 1 || n > 64) return;
  int m = n + (other(), 0);
  if (m > 0) fill<<<1, m>>>(a);
}
