// Preconditions on unsigned 64-bit parameters exclude values that no signed type has.
//@ kernel: equal bounds=proved
//@ kernel: at_most bounds=proved
//@ kernel: chain bounds=proved
//@ kernel: by_block bounds=proved
//@ kernel: at_least bounds=unusual-launch

//@ requires n == 5;
__global__ void equal(size_t n) {
  __shared__ float s[100];
  if (threadIdx.x < n) s[threadIdx.x] = 1;
}

//@ requires n <= 100;
__global__ void at_most(size_t n) {
  __shared__ float s[100];
  if (threadIdx.x < n) s[threadIdx.x] = 1;
}

//@ requires 0 <= n <= 100;
__global__ void chain(unsigned long long n) {
  __shared__ float s[100];
  if (threadIdx.x < n) s[threadIdx.x] = 1;
}

//@ requires n <= gridDim.x && gridDim.x <= 100;
__global__ void by_block(size_t n) {
  __shared__ float s[100];
  if (threadIdx.x < n) s[threadIdx.x] = 1;
}

//@ requires 100 <= n;
__global__ void at_least(size_t n) {
  __shared__ float s[100];
  if (threadIdx.x < n) s[threadIdx.x] = 1; //~ ERROR bounds
}
