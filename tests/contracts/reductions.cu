//@ kernel: reduce8 proved
//@ kernel: reduce8_short refuted
// Block reductions for a given size.

//@ requires blockDim.x == 8;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \sum(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void reduce8(int *b, const int *a) {
  __shared__ int s[8];
  s[threadIdx.x] = a[8 * blockIdx.x + threadIdx.x];
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \sum(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void reduce8_short(int *b, const int *a) {
  __shared__ int s[8];
  s[threadIdx.x] = a[8 * blockIdx.x + threadIdx.x];
  __syncthreads();
  for (int d = 4; d > 1; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}
