//@ verdict: bounds=refuted
// Functions of the file that round the wrong way, or that do more than compute.
static int blocks(int n, int size) { return (n + size - 1) / size; }
static int round_down(int n, int size) { return n / size * size; }
static unsigned smaller(unsigned a, unsigned b) {
  if (a > b) return b;
  return a;
}
int calls;
static int other_every_time(int n) {
  int result = n;
  if (calls++) result = 2 * n;
  return result;
}
static int with_inner_names(int n) {
  { int n = 1; n++; }
  if (n > 100) { int n = 50; return n; }
  return n;
}

__global__ void padded(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; } //~ ERROR bounds
void launch_padded(int n) {
  if (n < 1 || n > 1000000) return;
  float *a;
  cudaMalloc(&a, round_down(n, 256) * sizeof(float));
  padded<<<blocks(n, 256), 256>>>(a);
}

__global__ void of_smaller(float *a, float *b, unsigned m) { b[threadIdx.x] = a[m + threadIdx.x]; } //~ ERROR bounds
void launch_smaller(unsigned n) {
  if (n > 1000) return;
  float *a, *b;
  cudaMalloc(&a, (smaller(n, 64) + 64) * sizeof(float));
  cudaMalloc(&b, 64 * sizeof(float));
  of_smaller<<<1, 64>>>(a, b, n);
}

__global__ void counted(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 0; } //~ ERROR bounds
void launch_counted() {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  counted<<<1, 1024>>>(a, other_every_time(64));
}

__global__ void inner_names(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 0; } //~ ERROR bounds
void launch_inner_names(int n) {
  if (n < 1 || n > 1000) return;
  float *a;
  cudaMalloc(&a, with_inner_names(n) * sizeof(float));
  inner_names<<<1, 1024>>>(a, n);
}

// Which argument is evaluated first is open.
static int difference(int a, int b) { return a - b; }
__global__ void unordered(float *a, int n) { a[8 + n] = 0; } //~ ERROR bounds
void launch_unordered() {
  float *a;
  int n = 64;
  cudaMalloc(&a, 72 * sizeof(float));
  int m = difference(n, n -= 65);
  unordered<<<1, 1>>>(a, m);
}
