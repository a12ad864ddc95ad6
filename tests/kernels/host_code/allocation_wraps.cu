//@ kernel: copy@25 bounds=proved races=proved
//@ kernel: copy@32 bounds=proved races=proved
//@ kernel: matrix@39 bounds=proved
//@ kernel: one_more@46 bounds=refuted
//@ kernel: copy@52 bounds=refuted
//@ kernel: copy@59 bounds=proved
// No allocation has a size that wraps around 2^64.
__global__ void copy(const float *a, float *c, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i]; //~ ERROR bounds
}
__global__ void matrix(float *a, size_t rows, size_t columns) {
  size_t x = blockIdx.x * (size_t)blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < columns && y < rows) a[y * columns + x] = 1;
}
__global__ void one_more(float *a, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i <= n) a[i] = 1; //~ ERROR bounds
}

void apply(size_t n) {
  float *a, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  copy<<<(n + 127) / 128, 128>>>(a, c, n);
}
void apply_more(size_t n) {
  if (n > 1 && n % 2 == 0) return;
  float *a, *c;
  cudaMalloc(&a, (n + 16) * sizeof(float));
  cudaMalloc(&c, n * sizeof(float) + 256);
  copy<<<(n + 127) / 128, 128>>>(a, c, n);
}

void fill(size_t rows, size_t columns) {
  float *a;
  cudaMalloc(&a, rows * columns * sizeof(float));
  dim3 grid((columns + 255) / 256, rows);
  matrix<<<grid, 256>>>(a, rows, columns);
}

// The array has an element less.
void too_small(size_t n) {
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  one_more<<<(n + 128) / 128, 128>>>(a, n);
}
void smaller(size_t n) {
  float *a, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&c, (n - n / 8) * sizeof(float));
  copy<<<(n + 127) / 128, 128>>>(a, c, n);
}
// 32 bits do not hold the size of a great array; such sizes are excluded by no-unsigned-wrap.
void narrow(unsigned rows) {
  float *a, *c;
  cudaMalloc(&a, rows * 1000 * sizeof(float));
  cudaMalloc(&c, rows * 1000 * sizeof(float));
  copy<<<(rows * 1000 + 127) / 128, 128>>>(a, c, (size_t)rows * 1000);
}
