//@ flags: --modular
//@ verdict: assertions=refuted races=!proved bounds=!proved divergence=!proved
//@ kernel: wrapped contract=proved
//@ kernel: separate contract=proved
//@ kernel: half_of contract=proved
// Calls that a contract does not speak of: nothing that follows is proved.

//@ requires y > 0;
//@ ensures 0 <= \result < y;
__device__ int wrapped(int x, int y) { return (x % y + y) % y; }

//@ assigns a[0];
//@ reads b[0];
//@ ensures b[0] == \old(b[0]);
__device__ void separate(int *a, int *b) { a[0] = b[0] + 1; }

//@ reads a[0];
//@ requires a[0] >= 0;
//@ ensures \result >= 0;
__device__ int half_of(const int *a) { return a[0] / 2; }

__global__ void no_size(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = wrapped(i, n); //~ ERROR WP0405
}

__global__ void one_array(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  separate(a + i, a + i); //~ ERROR WP0405
}

__global__ void any_contents(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = half_of(in + i); //~ ERROR WP0405
}
