//@ flags: --block 64
//@ verdict: races=proved bounds=proved assertions=proved divergence=proved
// Columns that are known to be in the tile, and trip counts that are the same for all.

/*@ requires \forall int k; 0 <= k < nnz -> 0 <= col[k] < 64;
  @ requires \forall int i; 0 <= i <= rows -> 0 <= rowptr[i] <= nnz; */
__global__ void product_with_tile(float *y, const float *x, const float *val, const int *col, const int *rowptr,
                                  int rows, int nnz) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = rowptr[row]; k < rowptr[row + 1]; k++) {
    //@ assert 0 <= k < nnz && col[k] < 64;
    sum += val[k] * tile[col[k]];
  }
  y[row] = sum;
}

// What is said of the columns of a row, by the row.
/*@ requires \forall int i, k; 0 <= i < rows && rowptr[i] <= k && k < rowptr[i + 1] -> 0 <= col[k] < 64; */
__global__ void product_row_by_row(float *y, const float *x, const float *val, const int *col, const int *rowptr,
                                   int rows) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = rowptr[row]; k < rowptr[row + 1]; k++) sum += val[k] * tile[col[k]];
  y[row] = sum;
}

//@ requires \forall int i; 0 <= i < blockDim.x * gridDim.x -> trips[i] == m;
__global__ void same_trips(float *a, const int *trips, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < trips[i]; k++) {
    a[i] += k;
    __syncthreads();
  }
}
