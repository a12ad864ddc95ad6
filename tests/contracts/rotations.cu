//@ kernel: next_by_case proved
//@ kernel: next_by_remainder proved
//@ kernel: stored_by_case proved
//@ kernel: stored_by_remainder proved
//@ kernel: several_blocks proved-under
//@ kernel: next_but_one refuted
//@ kernel: stored_too_far refuted
//@ kernel: hole refuted
//@ kernel: last_stays refuted
//@ kernel: several_blocks_differ refuted
// Elements that move around a block: addresses by cases and remainders, which name the writer case by case.

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == (i + 1) % n;
__global__ void next_by_case(int *a, int *b, int n) {
  int x = threadIdx.x;
  a[x] = x;
  __syncthreads();
  b[x] = a[x + 1 == n ? 0 : x + 1];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == (i + 1) % n;
__global__ void next_by_remainder(int *a, int *b, int n) {
  int x = threadIdx.x;
  a[x] = x;
  __syncthreads();
  b[x] = a[(x + 1) % n];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 < i < n ==> b[i] == a[i - 1];
//@ ensures b[0] == a[n - 1];
__global__ void stored_by_case(int *a, int *b, int n) {
  int x = threadIdx.x, to = x + 1;
  if (to == n) to = 0;
  b[to] = a[x];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 < i < n ==> b[i] == a[i - 1];
//@ ensures b[0] == a[n - 1];
__global__ void stored_by_remainder(int *a, int *b, int n) {
  int x = threadIdx.x;
  b[(x + 1) % n] = a[x];
}

//@ requires n == blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[(i + 1) % n];
__global__ void several_blocks(const int *a, int *b, int n) {
  int x = threadIdx.x;
  b[x] = a[(x + 1) % n];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == (i + 2) % n;
__global__ void next_but_one(int *a, int *b, int n) {
  int x = threadIdx.x;
  a[x] = x;
  __syncthreads();
  b[x] = a[(x + 1) % n];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 < i < n ==> b[i] == a[i - 1];
__global__ void stored_too_far(int *a, int *b, int n) {
  int x = threadIdx.x;
  b[(x + 2) % n] = a[x];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == 1;
__global__ void hole(int *b, int n) {
  int x = threadIdx.x;
  b[x + 1 == n ? n : x + 1] = 1;
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures b[0] == a[n - 1];
__global__ void last_stays(int *a, int *b, int n) {
  int x = threadIdx.x;
  b[x + 1 == n ? x : x] = a[x];
}

//@ requires n == blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[(i + 2) % n];
__global__ void several_blocks_differ(const int *a, int *b, int n) {
  int x = threadIdx.x;
  b[x] = a[(x + 1) % n];
}
