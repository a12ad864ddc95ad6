//@ verdict: bounds=refuted
// Variables of loops around launches that go both ways, wrap around, or are written otherwise.
__global__ void back_and_forth(float *a, int step) { a[step + threadIdx.x] = 1; } //~ ERROR bounds
void go(int m) {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (int step = 0; step < 100; step++) {
    back_and_forth<<<1, 64>>>(a, step);
    if (m > 3) step -= 2;
  }
}

__global__ void wrapping(float *a, unsigned i) { a[i + threadIdx.x] = 1; } //~ ERROR bounds
void wrap() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (unsigned i = 100; i < 4000000000u; i--) wrapping<<<1, 65>>>(a, i + 1);
}

__global__ void negative(float *a, int i) { a[100 + i + threadIdx.x] = 1; } //~ ERROR bounds
void halve() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  // -40, -20, .., -1: the shift makes it greater.
  for (int i = -40; i < -1; i >>= 1) negative<<<1, 100>>>(a, i);
}

__global__ void subtracted(float *a, int i) { a[i + threadIdx.x] = 1; } //~ ERROR bounds
void subtract() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (int i = 100; i > -3; i += -2) subtracted<<<1, 64>>>(a, i);
}

// The product is computed in `unsigned` and wraps to 4.
__global__ void scaled(float *a, int i) { a[164 - i] = 1; } //~ ERROR bounds
void scale() {
  float *a;
  cudaMalloc(&a, 164 * sizeof(float));
  for (int i = 6; i != 4; i *= 3221225472u) scaled<<<1, 64>>>(a, i > 0 ? i : 0);
}

__global__ void added(float *a, int i) { a[100 + i] = 1; } //~ ERROR bounds
void add() {
  float *a;
  cudaMalloc(&a, 264 * sizeof(float));
  for (int i = 5; i < 160; i += 2000000000u) added<<<1, 64>>>(a, i);
}
