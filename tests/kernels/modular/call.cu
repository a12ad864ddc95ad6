//@ flags: --modular
//@ verdict: assertions=refuted races=!proved bounds=!proved divergence=!proved
//@ kernel: any_contents assertions=depends-on-contents races=!proved bounds=!proved divergence=!proved
//@ kernel: wrapped contract=proved
//@ kernel: half_of contract=proved
// Calls that a contract does not speak of: nothing that follows is proved.

//@ requires y > 0;
//@ ensures 0 <= \result < y;
__device__ int wrapped(int x, int y) { return (x % y + y) % y; }

//@ reads a[0];
//@ requires a[0] >= 0;
//@ ensures \result >= 0;
__device__ int half_of(const int *a) { return a[0] / 2; }

__global__ void no_size(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = wrapped(i, n); //~ ERROR WP0405
}

__global__ void any_contents(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = half_of(in + i); //~ ERROR WP0405
}
