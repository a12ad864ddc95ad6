//@ flags: --modular
//@ verdict: assertions=inconclusive
//@ kernel: fill contract=proved
//@ kernel: any contract=proved
//@ kernel: copied contract=proved
// What a contract does not say of results and of what is assigned is not known, element by element.

//@ requires n >= 0;
//@ assigns a[lo .. lo + n - 1];
__device__ void fill(int *a, int lo, int n, int v) {
  for (int i = 0; i < n; i++) a[lo + i] = v;
}

//@ ensures \result >= 0;
__device__ int any(int x) { return x < 0 ? 0 : x; }

//@ assigns *p;
__device__ void copied(int *p, int x) { *p = x; }

__global__ void first_or_last(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[4 * i] = 1;
  a[4 * i + 3] = 2;
  fill(a, 4 * i, 4, 3);
  __assert(a[4 * i] == 1 || a[4 * i + 3] == 2);
}

__global__ void same_result(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = any(5);
  __assert(r == 5);
  a[i] = r;
}

__global__ void variable(int *a) {
  int x = 1;
  copied(&x, 2);
  __assert(x == 1);
  a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
