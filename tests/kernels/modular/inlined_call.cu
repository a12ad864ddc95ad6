//@ verdict: assertions=refuted
//@ kernel: wrapped contract=proved
// Without the option the function is inlined, and what it requires is checked all the same.

//@ requires y > 0;
//@ ensures 0 <= \result < y;
__device__ int wrapped(int x, int y) { return (x % y + y) % y; }

__global__ void no_size(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = wrapped(i, n); //~ ERROR WP0405
}
