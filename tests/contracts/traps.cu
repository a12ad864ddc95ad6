//@ kernel: vacuous unproved
//@ kernel: racy unproved
//@ kernel: out_of_bounds unproved
//@ kernel: overwritten refuted
//@ kernel: wraps unproved
//@ kernel: nobody_writes refuted
//@ kernel: counter_wraps refuted
// Kernels that would fool a careless proof: no launch, a race, a neighbour in memory, a later store, wrapping arithmetic,
// elements that nobody writes.

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
