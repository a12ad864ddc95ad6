//@ kernel: matrix_mul_naive proved
//@ kernel: matrix_mul_naive_swapped refuted
//@ kernel: matrix_mul_tiled proved
//@ kernel: matrix_mul_tiled_block_index refuted
//@ kernel: matrix_mul_tiled_short refuted
// Products of matrices (Kojima et al., appendix A.2, for the tiled one).

/*@ requires wA >= 0 && wB == blockDim.x * gridDim.x && hA == blockDim.y * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_naive(float *c, const float *a, const float *b, int wA, int wB, int hA) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < wA; k++) {
    sum += a[wA * row + k] * b[wB * k + col];
  }
  c[wB * row + col] = sum;
}

/*@ requires wA >= 0 && wB == blockDim.x * gridDim.x && hA == blockDim.y * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_naive_swapped(float *c, const float *a, const float *b, int wA, int wB, int hA) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < wA; k++) {
    sum += a[wA * row + k] * b[wB * col + k];
  }
  c[wB * row + col] = sum;
}

/*@ requires blockDim.x == 16 && blockDim.y == 16 && m >= 0 && wA == 16 * m;
  @ requires wB == gridDim.x * 16 && hA == gridDim.y * 16;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_tiled(float *c, const float *a, const float *b, int wA, int wB, int hA, int m) {
  __shared__ float as[16][16];
  __shared__ float bs[16][16];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < m; t++) {
    as[ty][tx] = a[wA * (16 * by + ty) + 16 * t + tx];
    bs[ty][tx] = b[wB * (16 * t + ty) + 16 * bx + tx];
    __syncthreads();
    for (int k = 0; k < 16; k++) {
      sum += as[ty][k] * bs[k][tx];
    }
    __syncthreads();
  }
  c[wB * (16 * by + ty) + 16 * bx + tx] = sum;
}

/*@ requires blockDim.x == 4 && blockDim.y == 4 && m >= 0 && wA == 4 * m;
  @ requires wB == gridDim.x * 4 && hA == gridDim.y * 4;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_tiled_block_index(float *c, const float *a, const float *b, int wA, int wB, int hA, int m) {
  __shared__ float as[4][4];
  __shared__ float bs[4][4];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < m; t++) {
    as[ty][tx] = a[wA * (4 * by + ty) + 4 * t + tx];
    bs[ty][tx] = b[wB * (4 * t + ty) + 4 * by + tx];
    __syncthreads();
    for (int k = 0; k < 4; k++) {
      sum += as[ty][k] * bs[k][tx];
    }
    __syncthreads();
  }
  c[wB * (4 * by + ty) + 4 * bx + tx] = sum;
}

/*@ requires blockDim.x == 4 && blockDim.y == 4 && m >= 1 && wA == 4 * m;
  @ requires wB == gridDim.x * 4 && hA == gridDim.y * 4;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_tiled_short(float *c, const float *a, const float *b, int wA, int wB, int hA, int m) {
  __shared__ float as[4][4];
  __shared__ float bs[4][4];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < m - 1; t++) {
    as[ty][tx] = a[wA * (4 * by + ty) + 4 * t + tx];
    bs[ty][tx] = b[wB * (4 * t + ty) + 4 * bx + tx];
    __syncthreads();
    for (int k = 0; k < 4; k++) {
      sum += as[ty][k] * bs[k][tx];
    }
    __syncthreads();
  }
  c[wB * (4 * by + ty) + 4 * bx + tx] = sum;
}
