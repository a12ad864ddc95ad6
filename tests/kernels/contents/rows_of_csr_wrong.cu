//@ kernel: one_too_many races=refuted
//@ kernel: other_array races=depends-on-contents
//@ kernel: with_a_gap races=refuted
//@ kernel: every_other races=refuted
// Row pointers do not fall, but the ranges that are written meet, or the precondition is about something else.

//@ requires \forall int i; 0 <= i < rows -> rowptr[i] <= rowptr[i + 1];
__global__ void one_too_many(float *val, const int *rowptr, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k <= rowptr[row + 1]; ++k) val[k] = row; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < rows -> other[i] <= other[i + 1];
__global__ void other_array(float *val, const int *rowptr, const int *other, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k < rowptr[row + 1]; ++k) val[k] = other[row]; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < rows - 1 && i != 1 -> rowptr[i] <= rowptr[i + 1];
__global__ void with_a_gap(float *val, const int *rowptr, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k < rowptr[row + 1]; ++k) val[k] = row; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < rows -> rowptr[i] <= rowptr[i + 2];
__global__ void every_other(float *val, const int *rowptr, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (int k = rowptr[row]; k < rowptr[row + 1]; ++k) val[k] = row; //~ ERROR race
}
