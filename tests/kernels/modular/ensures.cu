//@ flags: --modular
//@ verdict: races=proved bounds=proved contract=proved
//@ kernel: next contract=proved
// What a kernel ensures follows from what its functions ensure.

//@ ensures \result == x + 1;
__device__ int next(int x) { return x + 1; }

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> out[i] == in[i] + 1;
__global__ void all_next(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = next(in[i]);
}
