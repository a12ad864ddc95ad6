//@ verdict: races=proved bounds=proved
// Extents and sizes that functions of the file compute.
static int blocks(int n, int size) { return (n + size - 1) / size; }
template <class T> T round_up(T n, T to) { return blocks(n, to) * to; }
static unsigned larger(unsigned a, unsigned b) {
  if (a > b) return a;
  return b;
}
int next_power(int n) {
  int p = 1;
  while (p < n) p *= 2;
  return p;
}

__global__ void padded(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
void launch_padded(int n) {
  if (n < 1 || n > 1000000) return;
  float *a;
  cudaMalloc(&a, round_up(n, 256) * sizeof(float));
  padded<<<blocks(n, 256), 256>>>(a);
}

__global__ void of_larger(float *a, unsigned m) { a[threadIdx.x] = a[m + threadIdx.x]; }
void launch_larger(unsigned n) {
  if (n > 1000) return;
  float *a;
  unsigned m = larger(n, 64);
  cudaMalloc(&a, (m + 64) * sizeof(float));
  of_larger<<<1, 64>>>(a, m);
}

__global__ void powers(int *a, int n) {
  int i = threadIdx.x;
  a[i & (n - 1)] = 1;
}
void launch_powers(int n) {
  int *a;
  int p = next_power(n);
  if (p > 1024) return;
  cudaMalloc(&a, p * sizeof(int));
  powers<<<1, p>>>(a, p);
}

static int half(int n) { return n / 2; }
static int quarter(int n) { return half(half(n)); }
__global__ void quarters(int *a) { a[threadIdx.x] = 1; }
void launch_quarters(int n) {
  int *a;
  if (n < 4 || n > 4000) return;
  cudaMalloc(&a, quarter(n) * sizeof(int));
  quarters<<<1, quarter(n)>>>(a);
}
