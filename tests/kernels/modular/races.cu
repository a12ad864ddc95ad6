//@ flags: --modular
//@ verdict: races=inconclusive
//@ kernel: bump contract=proved
//@ kernel: sum contract=proved
//@ kernel: fill contract=proved
//@ kernel: by_thread contract=proved
//@ kernel: told contract=proved
// Races through contracts; no run shows them, as what a contract makes of memory is no run of the function.

//@ assigns a[i];
__device__ void bump(int *a, int i) { a[i] += 1; }

//@ requires n >= 0;
//@ reads a[0 .. n - 1];
__device__ int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

//@ requires n >= 0;
//@ assigns a[lo .. lo + n - 1];
__device__ void fill(float *a, int lo, int n, float v) {
  for (int i = 0; i < n; i++) a[lo + i] = v;
}

//@ assigns a[threadIdx.x];
__device__ void by_thread(int *a) { a[threadIdx.x] = 1; }

//@ requires a[0] > 0;
//@ ensures a[0] > 0;
__device__ void told(const int *a) {}

__global__ void neighbours(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bump(a, i + 1);
  bump(a, i);
}

__global__ void no_barrier(int *a, int *b) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = a[threadIdx.x];
  b[blockIdx.x * blockDim.x + threadIdx.x] = sum(s, 64);
}

//@ requires n >= 0;
__global__ void one_too_many(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  fill(a, n * i, n + 1, 1.0f);
}

__global__ void same_in_all_blocks(int *a) { by_thread(a); }

// The function accesses nothing, but what it says of the element another thread may change.
__global__ void fact_about_others(int *a) {
  if (threadIdx.x == 0 && blockIdx.x == 0) a[0] = 1;
  if (threadIdx.x == 1 && blockIdx.x == 0) {
    a[0] = 2;
    told(a);
  }
}
