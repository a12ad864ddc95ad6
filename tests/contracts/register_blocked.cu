//@ kernel: rows proved
//@ kernel: rows_short refuted
//@ kernel: outer_product proved
//@ kernel: outer_product_stride unproved
// Products of matrices in which each thread makes several elements: sums in private arrays that change in loops.

/*@ requires blockDim.x == 8 && blockDim.y == 4 && K >= 0 && M >= 0;
  @ requires 8 * gridDim.y >= M && 8 * gridDim.x == N;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void rows(float *C, const float *A, const float *B, int M, int N, int K) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, row = 2 * y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float acc[2];
  for (int r = 0; r < 2; r++) acc[r] = 0.0f;
  for (int k = 0; k < K; k++) {
    float b = B[k * N + col];
    for (int r = 0; r < 2; r++)
      if (row + r < M) acc[r] += A[(row + r) * K + k] * b;
  }
  for (int r = 0; r < 2; r++)
    if (row + r < M) C[(row + r) * N + col] = acc[r];
}

/*@ requires blockDim.x == 8 && blockDim.y == 4 && K >= 0 && M >= 0;
  @ requires 8 * gridDim.y >= M && 8 * gridDim.x == N;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void rows_short(float *C, const float *A, const float *B, int M, int N, int K) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, row = 2 * y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float acc[2];
  for (int r = 0; r < 2; r++) acc[r] = 0.0f;
  for (int k = 0; k < K - 1; k++) {
    float b = B[k * N + col];
    for (int r = 0; r < 2; r++)
      if (row + r < M) acc[r] += A[(row + r) * K + k] * b;
  }
  for (int r = 0; r < 2; r++)
    if (row + r < M) C[(row + r) * N + col] = acc[r];
}

/*@ requires blockDim.x == 4 && blockDim.y == 4 && K >= 0;
  @ requires M == 8 * gridDim.y && N == 8 * gridDim.x;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void outer_product(float *C, const float *A, const float *B, int M, int N, int K) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, row = 2 * y, col = 2 * x;
  float acc[2][2] = {};
  for (int k = 0; k < K; k++) {
    float a[2], b[2];
    for (int i = 0; i < 2; i++) a[i] = A[(row + i) * K + k];
    for (int j = 0; j < 2; j++) b[j] = B[k * N + col + j];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) acc[i][j] += a[i] * b[j];
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) C[(row + i) * N + col + j] = acc[i][j];
}

/*@ requires blockDim.x == 4 && blockDim.y == 4 && K >= 0;
  @ requires M == 8 * gridDim.y && N == 8 * gridDim.x;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void outer_product_stride(float *C, const float *A, const float *B, int M, int N, int K) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, row = 2 * y, col = 2 * x;
  float acc[2][2] = {};
  for (int k = 0; k < K; k++) {
    float a[2], b[2];
    for (int i = 0; i < 2; i++) a[i] = A[(row + i) * K + k];
    for (int j = 0; j < 2; j++) b[j] = B[k * N + col + j];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) acc[i][j] += a[i] * b[j];
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) C[(row + i) * N + col + 2 * j] = acc[i][j];
}
