//@ kernel: matrixMul proved
//@ kernel: matrixMul_block_size refuted
//@ kernel: matrixMul_row_of_tile refuted
// The product of matrices as in Kojima et al., appendix A.2, all sizes symbolic and without invariants; tiles in one shared array. The
// paper's misprint `bx = blockDim.x` is the first wrong twin.

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x && hA == bsize * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   C[wB * i + j] == \sum(0, wA - 1, \lambda integer k; A[wA * i + k] * B[wB * k + j]); */
__global__ void matrixMul(float *C, const float *A, const float *B, int wA, int wB, int hA, int bsize, int m) {
  extern __shared__ float tiles[];
  float *As = tiles;
  float *Bs = tiles + bsize * bsize;
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * bsize * by;
  int aEnd = aBegin + wA - 1;
  int aStep = bsize;
  int bBegin = bsize * bx;
  int bStep = bsize * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    As[bsize * ty + tx] = A[a + wA * ty + tx];
    Bs[bsize * ty + tx] = B[b + wB * ty + tx];
    __syncthreads();
    for (int k = 0; k < bsize; ++k) {
      Csub += As[bsize * ty + k] * Bs[bsize * k + tx];
    }
    __syncthreads();
  }
  int c = wB * bsize * by + bsize * bx;
  C[c + wB * ty + tx] = Csub;
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x && hA == bsize * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   C[wB * i + j] == \sum(0, wA - 1, \lambda integer k; A[wA * i + k] * B[wB * k + j]); */
__global__ void matrixMul_block_size(float *C, const float *A, const float *B, int wA, int wB, int hA, int bsize, int m) {
  extern __shared__ float tiles[];
  float *As = tiles;
  float *Bs = tiles + bsize * bsize;
  int bx = blockDim.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * bsize * by;
  int aEnd = aBegin + wA - 1;
  int aStep = bsize;
  int bBegin = bsize * bx;
  int bStep = bsize * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    As[bsize * ty + tx] = A[a + wA * ty + tx];
    Bs[bsize * ty + tx] = B[b + wB * ty + tx];
    __syncthreads();
    for (int k = 0; k < bsize; ++k) {
      Csub += As[bsize * ty + k] * Bs[bsize * k + tx];
    }
    __syncthreads();
  }
  int c = wB * bsize * by + bsize * bx;
  C[c + wB * ty + tx] = Csub;
}

/*@ requires blockDim.x == bsize && blockDim.y == bsize && 0 <= m && wA == bsize * m;
  @ requires wB == bsize * gridDim.x && hA == bsize * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   C[wB * i + j] == \sum(0, wA - 1, \lambda integer k; A[wA * i + k] * B[wB * k + j]); */
__global__ void matrixMul_row_of_tile(float *C, const float *A, const float *B, int wA, int wB, int hA, int bsize, int m) {
  extern __shared__ float tiles[];
  float *As = tiles;
  float *Bs = tiles + bsize * bsize;
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * bsize * by;
  int aEnd = aBegin + wA - 1;
  int aStep = bsize;
  int bBegin = bsize * bx;
  int bStep = bsize * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    As[bsize * ty + tx] = A[a + wA * ty + tx];
    Bs[bsize * ty + tx] = B[b + wB * ty + tx];
    __syncthreads();
    for (int k = 0; k < bsize; ++k) {
      Csub += As[bsize * ty + k] * Bs[bsize * ty + k];
    }
    __syncthreads();
  }
  int c = wB * bsize * by + bsize * bx;
  C[c + wB * ty + tx] = Csub;
}
