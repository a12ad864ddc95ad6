//@ flags: --modular
//@ verdict: races=proved divergence=proved bounds=proved assertions=proved
//@ kernel: bump contract=proved bounds=proved
//@ kernel: largest contract=proved
//@ kernel: fill contract=proved
//@ kernel: by_thread contract=proved
//@ kernel: swap contract=proved
//@ kernel: through_pointer contract=proved
//@ kernel: reversed contract=proved
//@ kernel: next contract=proved
//@ kernel: twice_next contract=proved
// Contracts stand for all calls: what they name is accessed, what they do not name stays as it was.

//@ assigns a[i];
//@ ensures a[i] == \old(a[i]) + 1;
__device__ void bump(int *a, int i) { a[i] += 1; }

//@ requires n >= 0;
//@ reads a[0 .. n - 1];
//@ ensures n > 0 ==> \result >= a[0];
__device__ int largest(const int *a, int n) {
  int m = -2147483647 - 1;
  for (int i = 0; i < n; i++) {
    //@ loop invariant i > 0 ==> m >= a[0];
    if (a[i] > m) m = a[i];
  }
  return m;
}

//@ requires n >= 0;
//@ assigns a[lo .. lo + n - 1];
__device__ void fill(float *a, int lo, int n, float v) {
  for (int i = 0; i < n; i++) a[lo + i] = v;
}

//@ assigns a[threadIdx.x];
__device__ void by_thread(int *a) { a[threadIdx.x] = 1; }

//@ assigns a[i], a[j];
//@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
__device__ void swap(int *a, int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}

//@ assigns *p;
//@ ensures x >= 0 ==> *p == x;
__device__ void through_pointer(int *p, int x) { *p = x < 0 ? 0 : x; }

//@ requires n > 0;
//@ reads in[n - 1 - i];
//@ assigns out[i];
//@ ensures out[i] == in[n - 1 - i];
__device__ void reversed(int *out, const int *in, int i, int n) {
  const int *last = in + n - 1;
  out[i] = *(last - i);
}

//@ ensures \result == x + 1;
__device__ int next(int x) { return x + 1; }
//@ ensures \result == x + 2;
__device__ int twice_next(int x) { return next(next(x)); }

__global__ void bumps(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * i] = 5;
  a[2 * i + 1] = 2;
  bump(a, 2 * i);
  __assert(a[2 * i] == 6);
  __assert(a[2 * i + 1] == 2);
}

//@ requires n >= 0;
__global__ void fills(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  fill(a, n * i, n, 1.0f);
}

__global__ __launch_bounds__(64) void after_barrier(int *a, int *b) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  b[blockIdx.x * blockDim.x + threadIdx.x] = largest(s, 64);
}

__global__ void own_cells(int *a) {
  __shared__ int s[1024];
  by_thread(s);
}

__global__ void swaps(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[2 * i] = 1;
  a[2 * i + 1] = 2;
  swap(a, 2 * i, 2 * i + 1);
  __assert(a[2 * i] == 2 && a[2 * i + 1] == 1);
}

__global__ void to_variable(int *a) {
  int x = -1, y = 7;
  through_pointer(&x, 3);
  __assert(x == 3 && y == 7);
  a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n > 0;
__global__ void reverse(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) reversed(out, in, i, n);
}

__global__ void through_another(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[twice_next(i)] = i;
}
