//@ kernel: reduce8 proved
//@ kernel: reduce8_short refuted
//@ kernel: histogram proved
//@ gap: histogram elements that atomics write are not followed
//@ kernel: counter_twice refuted
// Block reductions for a given size, a histogram.

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

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ requires \forall integer j; 0 <= j < 4 ==> h[j] == 0;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= a[i] < 4;
//@ ensures \forall integer j; 0 <= j < 4 ==> h[j] == \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[a[i]], 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] == \old(h[0]) + n;
__global__ void counter_twice(int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[0], 2);
}
