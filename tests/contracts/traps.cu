//@ kernel: vacuous unproved
//@ kernel: racy unproved
//@ kernel: out_of_bounds unproved
//@ kernel: overwritten refuted
//@ kernel: wraps unproved
//@ kernel: nobody_writes refuted
//@ kernel: counter_wraps refuted
//@ kernel: overwritten_in_loop unproved
//@ kernel: overwritten_at_head unproved
//@ kernel: overwritten_in_global unproved
//@ kernel: lost_by_rounding unproved
//@ kernel: ends_by_wrapping unproved
// Kernels that would fool a careless proof: no launch, a race, a neighbour in memory, a later store, wrapping arithmetic,
// elements that nobody writes, stores of earlier iterations. Where runs would show the fault, sizes are beyond all runs.

//@ requires n > 0 && n < 0;
//@ ensures b[0] == 7;
__global__ void vacuous(int *b, int n) { b[0] = 1; }

//@ ensures b[0] == 7;
__global__ void racy(int *b, int n) { b[0] = threadIdx.x ? 7 : 7; }

//@ requires blockDim.x == 4 && gridDim.x == 1;
//@ ensures b[0] == 7;
__global__ void out_of_bounds(int *b) { __shared__ int s[4]; s[threadIdx.x + 1] = 7; __syncthreads(); if (threadIdx.x == 0) b[0] = s[4]; }

//@ requires n >= 1;
//@ ensures b[0] == n;
__global__ void overwritten(int *b, int n) { if (threadIdx.x == 0 && blockIdx.x == 0) { b[0] = n; b[0] = n + 1; } }

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == a[i] + 1;
__global__ void wraps(unsigned char *b, const unsigned char *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; b[i] = a[i] + 1; }

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == i;
__global__ void nobody_writes(int *b, int n) { }

//@ requires n == 256;
//@ ensures b[0] == \sum(0, 255, \lambda integer k; 1);
__global__ void counter_wraps(int *b, int n) { if (threadIdx.x == 0 && blockIdx.x == 0) { unsigned char s = 0; for (int k = 0; k < n; k++) s += 1; b[0] = s; } }

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == n;
__global__ void overwritten_in_loop(int *b, int n) {
  __shared__ int s[1024];
  int x = 0;
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    x += s[threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = 2;
    __syncthreads();
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == n;
__global__ void overwritten_at_head(int *b, int n) {
  __shared__ int s[1024];
  int x = 0;
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (k == 0) s[threadIdx.x] = 2;
    __syncthreads();
    x += s[threadIdx.x];
    __syncthreads();
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == n;
__global__ void overwritten_in_global(int *b, int *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = 0;
  s[i] = 1;
  for (int k = 0; k < n; k++) {
    x += s[i];
    s[i] = 2;
  }
  b[i] = x;
}

// What is added is lost by rounding; over the reals it is greater.
//@ ensures b[0] > a[0];
__global__ void lost_by_rounding(float *b, float *a) { if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = a[0] + 0.000000001f; }

// The loop ends when `x` wraps around, which is defined.
//@ ensures b[0] == 42;
__global__ void ends_by_wrapping(int *b, unsigned n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    int p = 42;
    if (n > 123456789)
      for (unsigned x = n; x >= n; x += 1000000000u) p = 8;
    b[0] = p;
  }
}
