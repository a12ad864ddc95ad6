//@ kernel: tiled_rows proved
//@ kernel: tiled_rows_without_barrier unproved
//@ kernel: tiled_fragments proved
//@ kernel: tiled_fragments_swapped refuted
// Products of matrices in which each thread makes several elements: sums in private arrays that change in loops.

/*@ requires blockDim.x == 4 && blockDim.y == 2 && m >= 0 && K == 4 * m;
  @ requires M == gridDim.y * 4 && N == gridDim.x * 4;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void tiled_rows(float *C, const float *A, const float *B, int M, int N, int K, int m) {
  __shared__ float as[4][4];
  __shared__ float bs[4][4];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, row = 4 * by + 2 * ty, col = 4 * bx + tx;
  float acc[2] = {0.0f, 0.0f};
  for (int t = 0; t < m; t++) {
    for (int r = 0; r < 2; r++) {
      as[2 * ty + r][tx] = A[(row + r) * K + 4 * t + tx];
      bs[2 * ty + r][tx] = B[(4 * t + 2 * ty + r) * N + col];
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
      float b = bs[k][tx];
      for (int r = 0; r < 2; r++) acc[r] += as[2 * ty + r][k] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < 2; r++) C[(row + r) * N + col] = acc[r];
}

/*@ requires blockDim.x == 4 && blockDim.y == 2 && m >= 0 && K == 4 * m;
  @ requires M == gridDim.y * 4 && N == gridDim.x * 4;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void tiled_rows_without_barrier(float *C, const float *A, const float *B, int M, int N, int K, int m) {
  __shared__ float as[4][4];
  __shared__ float bs[4][4];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, row = 4 * by + 2 * ty, col = 4 * bx + tx;
  float acc[2] = {0.0f, 0.0f};
  for (int t = 0; t < m; t++) {
    for (int r = 0; r < 2; r++) {
      as[2 * ty + r][tx] = A[(row + r) * K + 4 * t + tx];
      bs[2 * ty + r][tx] = B[(4 * t + 2 * ty + r) * N + col];
    }
    for (int k = 0; k < 4; k++) {
      float b = bs[k][tx];
      for (int r = 0; r < 2; r++) acc[r] += as[2 * ty + r][k] * b;
    }
    __syncthreads();
  }
  for (int r = 0; r < 2; r++) C[(row + r) * N + col] = acc[r];
}

/*@ requires blockDim.x == 2 && blockDim.y == 2 && m >= 0 && K == 2 * m;
  @ requires M == gridDim.y * 4 && N == gridDim.x * 4;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void tiled_fragments(float *C, const float *A, const float *B, int M, int N, int K, int m) {
  __shared__ float as[4][2];
  __shared__ float bs[2][4];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, row = 4 * by, col = 4 * bx;
  float acc[2][2] = {}, a[2], b[2];
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < 2; i++) {
      as[2 * ty + i][tx] = A[(row + 2 * ty + i) * K + 2 * t + tx];
      bs[ty][2 * tx + i] = B[(2 * t + ty) * N + col + 2 * tx + i];
    }
    __syncthreads();
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < 2; i++) a[i] = as[2 * ty + i][k];
      for (int j = 0; j < 2; j++) b[j] = bs[k][2 * tx + j];
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) C[(row + 2 * ty + i) * N + col + 2 * tx + j] = acc[i][j];
}

/*@ requires blockDim.x == 2 && blockDim.y == 2 && m >= 0 && K == 2 * m;
  @ requires M == gridDim.y * 4 && N == gridDim.x * 4;
  @ ensures \forall integer i, j; 0 <= i < M && 0 <= j < N ==>
  @   C[i * N + j] == \sum(0, K - 1, \lambda integer k; A[i * K + k] * B[k * N + j]); */
__global__ void tiled_fragments_swapped(float *C, const float *A, const float *B, int M, int N, int K, int m) {
  __shared__ float as[4][2];
  __shared__ float bs[2][4];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y, row = 4 * by, col = 4 * bx;
  float acc[2][2] = {}, a[2], b[2];
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < 2; i++) {
      as[2 * ty + i][tx] = A[(row + 2 * ty + i) * K + 2 * t + tx];
      bs[ty][2 * tx + i] = B[(2 * t + ty) * N + col + 2 * tx + i];
    }
    __syncthreads();
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < 2; i++) a[i] = as[2 * ty + i][k];
      for (int j = 0; j < 2; j++) b[j] = bs[1 - k][2 * tx + j];
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) C[(row + 2 * ty + i) * N + col + 2 * tx + j] = acc[i][j];
}
