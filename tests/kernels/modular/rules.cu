//@ flags: --modular --benign
//@ verdict: races=inconclusive
//@ kernel: twice contract=unknown
//@ kernel: same contract=proved
// Where races are tolerated, memory may change while a function runs that was shown by itself to read one value twice.

//@ reads a[0];
//@ ensures \result == 0;
__device__ int twice(const int *a) {
  int x = a[0];
  return a[0] - x;
}

//@ ensures \result == x;
__device__ int same(int x) { return x; }

__global__ void k(int *out, const int *a) { out[blockIdx.x * blockDim.x + threadIdx.x] = twice(a) + same(1); }
