//@ flags: --block 64
//@ kernel: column_beyond bounds=refuted
//@ kernel: row_beyond bounds=refuted
//@ kernel: own_trips divergence=refuted
//@ kernel: greatest assertions=refuted

/*@ requires \forall int k; 0 <= k < nnz -> 0 <= col[k] <= 64; */
__global__ void column_beyond(float *y, const float *x, const int *col, int nnz) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) y[i] = tile[col[i]]; //~ ERROR bounds
}

/*@ requires \forall int k; 0 <= k < nnz -> 0 <= col[k] < 64; */
__global__ void row_beyond(float *y, const float *x, const int *col, int nnz) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= nnz) y[i] = tile[col[i]]; //~ ERROR bounds
}

//@ requires \forall int i; 0 <= i < blockDim.x * gridDim.x -> 0 <= trips[i] <= m;
__global__ void own_trips(float *a, const int *trips, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < trips[i]; k++) {
    a[i] += k;
    __syncthreads(); //~ ERROR divergence
  }
}

//@ requires \forall int i; 0 <= i < n -> 0 <= a[i] < 10;
__global__ void greatest(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    //@ assert a[i] < 9;
    b[i] = a[i];
  }
}
