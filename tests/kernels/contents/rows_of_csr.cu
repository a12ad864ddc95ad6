//@ verdict: races=proved divergence=proved
// Every row of a sparse matrix has a range of its own in the array of values: row pointers do not fall.

//@ requires rows >= 0 && \forall int i; 0 <= i < rows -> rowptr[i] <= rowptr[i + 1];
__global__ void scale_rows(float *val, const int *__restrict__ rowptr, const float *__restrict__ d, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k < rowptr[row + 1]; ++k) val[k] *= d[row];
}

//@ requires \forall int i, j; 0 <= i && i < j && j <= rows -> rowptr[i] <= rowptr[j];
__global__ void scale_rows_by_pairs(float *val, const int *rowptr, const float *d, int rows) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    int end = rowptr[row + 1];
    for (int k = rowptr[row]; k < end; k++) val[k] = val[k] / d[row];
  }
}

//@ requires \forall integer i; 0 <= i && i + 1 <= rows ==> rowptr[i + 1] >= rowptr[i];
__global__ void scale_rows_unsigned(double *val, const unsigned *rowptr, unsigned rows, double f) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    for (unsigned k = rowptr[row]; k < rowptr[row + 1]; ++k) val[k] *= f;
  }
}
