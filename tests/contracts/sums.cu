//@ kernel: matrix_vector proved
//@ kernel: matrix_vector_short refuted
//@ kernel: row_sums proved
//@ kernel: row_sums_stride refuted
//@ kernel: prefix proved
//@ kernel: prefix_exclusive refuted
//@ kernel: convolution proved
//@ kernel: convolution_mirrored refuted
//@ kernel: softmax_rows proved
//@ kernel: softmax_rows_wrong refuted
// Sums by one thread each: matrix by vector, row means, dot products of rows, prefix sums, convolution.

//@ requires 0 <= m && n >= 0 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> y[i] == \sum(0, n - 1, \lambda integer k; a[n * i + k] * x[k]);
__global__ void matrix_vector(float *y, const float *a, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[n * i + k] * x[k];
    y[i] = sum;
  }
}

//@ requires 0 <= m && n >= 0 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> y[i] == \sum(0, n - 1, \lambda integer k; a[n * i + k] * x[k]);
__global__ void matrix_vector_short(float *y, const float *a, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float sum = 0.0f;
    for (int k = 1; k < n; k++) sum += a[n * i + k] * x[k];
    y[i] = sum;
  }
}

//@ requires n >= 0 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> y[i] == \sum(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_sums(int *y, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += a[n * i + k];
  y[i] = sum;
}

//@ requires n >= 0 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> y[i] == \sum(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_sums_stride(int *y, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; k++) sum += a[m * i + k];
  y[i] = sum;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == \sum(0, i, \lambda integer k; a[k]);
__global__ void prefix(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k <= i; k++) sum += a[k];
    b[i] = sum;
  }
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == \sum(0, i, \lambda integer k; a[k]);
__global__ void prefix_exclusive(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k < i; k++) sum += a[k];
    b[i] = sum;
  }
}

//@ requires w >= 0 && n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == \sum(0, w - 1, \lambda integer k; c[k] * a[i + k]);
__global__ void convolution(float *b, const float *a, const float *c, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < w; k++) sum += c[k] * a[i + k];
  b[i] = sum;
}

//@ requires w >= 0 && n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == \sum(0, w - 1, \lambda integer k; c[k] * a[i + k]);
__global__ void convolution_mirrored(float *b, const float *a, const float *c, int n, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < w; k++) sum += c[w - 1 - k] * a[i + k];
  b[i] = sum;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==>
//@   y[n * i + j] == exp(x[n * i + j]) / \sum(0, n - 1, \lambda integer k; exp(x[n * i + k]));
__global__ void softmax_rows(float *y, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) sum += expf(x[n * i + k]);
  for (int k = 0; k < n; k++) y[n * i + k] = expf(x[n * i + k]) / sum;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==>
//@   y[n * i + j] == exp(x[n * i + j]) / \sum(0, n - 1, \lambda integer k; exp(x[n * i + k]));
__global__ void softmax_rows_wrong(float *y, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) sum += x[n * i + k];
  for (int k = 0; k < n; k++) y[n * i + k] = expf(x[n * i + k]) / sum;
}
