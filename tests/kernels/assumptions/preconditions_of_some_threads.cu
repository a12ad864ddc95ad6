//@ flags: --block 64 --grid 2
//@ kernel: shared_fits bounds=unknown races=unknown
//@ kernel: of_first races=unknown
//@ kernel: of_first_block races=unknown
//@ kernel: in_branch races=unknown
//@ kernel: cut_short races=unknown
//@ kernel: all races=proved
//@ kernel: of_reached races=proved
// No launch satisfies the precondition of each kernel but the last two: some threads do, others do not.

__global__ void shared_fits(int *a, unsigned n) {
  __requires(n <= 32);
  __requires(threadIdx.x < n);
  __shared__ int s[32];
  s[threadIdx.x] = n;
  a[threadIdx.x + 32 * blockIdx.x] = s[threadIdx.x];
}

__global__ void of_first(int *a) {
  __requires(threadIdx.x < 1);
  a[blockIdx.x] = threadIdx.x;
}

__global__ void of_first_block(int *a) {
  __requires(blockIdx.x < 1);
  a[threadIdx.x] = blockIdx.x;
}

__global__ void in_branch(int *a, int n) {
  if (n > 0) {
    __assume(threadIdx.x < 1);
    a[blockIdx.x] = 1;
  }
  __requires(n > 0);
}

// A run ends in the loop of the first thread.
__global__ void cut_short(int *a, int n, int m) {
  if (n > 0) {
    __assume(threadIdx.x < 1);
    for (int i = 0; i != m; i++) a[blockIdx.x] = 1;
  }
  __requires(n > 0);
}

__global__ void all(int *a, unsigned n) {
  __requires(threadIdx.x < n);
  a[threadIdx.x + blockDim.x * blockIdx.x] = n;
}

// Only threads that reach an assumption have to satisfy it.
__global__ void of_reached(int *a, int n) {
  if (threadIdx.x >= 32) {
    __assume(threadIdx.x + n >= 32);
    a[threadIdx.x + blockDim.x * blockIdx.x] = n;
  }
}
