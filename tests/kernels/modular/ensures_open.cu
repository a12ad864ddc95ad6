//@ flags: --modular
//@ verdict: contract=inconclusive
//@ kernel: next contract=proved
//@ kernel: least contract=proved
//@ kernel: previous contract=refuted
// What a kernel ensures, and its functions do not, or do not keep.

//@ ensures \result == x + 1;
__device__ int next(int x) { return x + 1; }

//@ ensures \result <= x && \result <= y;
__device__ int least(int x, int y) { return x < y ? x : y; }

//@ ensures \result == x + 1;
__device__ int previous(int x) { return x - 1; }

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> out[i] == in[i] + 2;
__global__ void one_less(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = next(in[i]);
}

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> out[i] == in[i] || out[i] == i;
__global__ void of_two(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = least(in[i], i);
}

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> out[i] == in[i] + 1;
__global__ void not_kept(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = previous(in[i]);
}
