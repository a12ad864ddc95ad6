//@ flags: --modular
//@ verdict: races=!proved assertions=!proved divergence=!proved bounds=!proved
//@ kernel: remainder contract=refuted
//@ kernel: too_small contract=refuted
//@ kernel: only_read contract=refuted
//@ kernel: beyond contract=refuted
//@ kernel: unchanged contract=refuted
//@ kernel: calls contract=refuted
//@ kernel: positive contract=proved
// What functions promise and do not keep; no kernel that uses such a contract is proved.

//@ requires y > 0;
//@ ensures 0 <= \result < y; //~ ERROR ensures
__device__ int remainder(int x, int y) { return x % y; }

//@ assigns a[i];
__device__ void too_small(int *a, int i, int j) {
  a[i] = 1;
  if (j == 7) a[j] = 2; //~ ERROR ensures
}

//@ reads a[i];
__device__ void only_read(int *a, int i) {
  a[i] = a[i] + 1; //~ ERROR ensures
}

//@ requires n >= 0;
//@ reads a[0 .. n - 1];
__device__ int beyond(const int *a, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++) s += a[i]; //~ ERROR ensures
  return s;
}

//@ assigns a[i];
//@ ensures a[i] == \old(a[i]); //~ ERROR ensures
__device__ void unchanged(int *a, int i) { a[i] = 3; }

//@ requires x > 0;
//@ ensures \result == x;
__device__ int positive(int x) { return x; }
//@ ensures \result == x;
__device__ int calls(int x) {
  return positive(x); //~ ERROR ensures
}

//@ requires n > 0;
__global__ void uses_remainder(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = remainder(-i, n);
  __assert(r >= 0);
  out[i] = r;
}

__global__ void uses_too_small(int *a, int j) {
  too_small(a, blockIdx.x * blockDim.x + threadIdx.x, j);
}

__global__ void uses_only_read(int *a) { only_read(a, blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void uses_beyond(int *out, const int *a) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = beyond(a, 0);
}

__global__ void uses_unchanged(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  unchanged(a, i);
  __assert(a[i] == 1);
}

__global__ void uses_calls(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = calls(i);
}
