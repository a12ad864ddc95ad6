//@ kernel: scatter races=proved
//@ kernel: gather races=proved bounds=proved
//@ kernel: dense races=proved
// The sizes of host code, in which the contents of arrays are too many to be written out one by one.
#include <cuda_runtime.h>

//@ requires n == blockDim.x * gridDim.x && \forall int i, j; 0 <= i < n && 0 <= j < n && i != j -> p[i] != p[j];
__global__ void scatter(float *out, const float *in, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[p[i]] = in[i];
}

//@ requires \forall int k; 0 <= k < n -> 0 <= col[k] < m;
__global__ void gather(float *y, const float *x, const int *col, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[col[i]];
}

/*@ requires rowptr[0] == 0 && \forall int i; 0 <= i < rows -> rowptr[i] <= rowptr[i + 1];
  @ requires \forall int k; 0 <= k < rowptr[rows] -> 0 <= col[k] < cols;
  @ requires \forall int i, k, l; 0 <= i < rows && rowptr[i] <= k && k < l && l < rowptr[i + 1] -> col[k] < col[l]; */
__global__ void dense(float *a, const float *val, const int *rowptr, const int *col, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k < rowptr[row + 1]; k++) a[row * cols + col[k]] = val[k];
}

void run(int n, int m, float *in, const int *p) {
  float *x, *y;
  int *col;
  cudaMalloc(&x, m * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&col, n * sizeof(int));
  scatter<<<64, 256>>>(y, x, p, 16384);
  gather<<<(n + 127) / 128, 128>>>(y, x, col, n, m);
  dense<<<4, 256>>>(x, y, p, col, 1024, 512);
}
