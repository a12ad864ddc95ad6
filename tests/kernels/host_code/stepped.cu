//@ verdict: bounds=proved
// Variables of loops around launches, which only go one way.
__global__ void counted(float *a, int step) { a[step + threadIdx.x] = 1; }
void count() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (int step = 0; step < 100; step++) counted<<<1, 64>>>(a, step);
}

__global__ void down(float *a, int last) { a[last + threadIdx.x] = 1; }
void count_down() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (int last = 100; last >= 0; last -= 3) down<<<1, 64>>>(a, last);
}

__global__ void halved(float *a, unsigned half) { if (threadIdx.x < half) a[threadIdx.x] += a[threadIdx.x + half]; }
void reduce() {
  float *a;
  cudaMalloc(&a, 1024 * sizeof(float));
  for (unsigned half = 512; half > 0; half >>= 1) halved<<<1, 512>>>(a, half);
}

__global__ void thirds(float *a, int part) { if (threadIdx.x < part) a[threadIdx.x] = part; }
void divide(int n) {
  if (n < 1 || n > 1024) return;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  int part = n;
  while (part > 1) {
    thirds<<<1, 1024>>>(a, n);
    part /= 3;
  }
}
