//@ flags: --block 64
//@ verdict: assertions=refuted
//@ kernel: by_other_threads races=proved divergence=proved assertions=refuted
//@ kernel: by_another_index races=proved assertions=refuted
// What a thread stored may have been overwritten since: in an iteration that is not the last, by a wider or another of its
// own stores, or by other threads behind a barrier.
__global__ void in_some_iterations(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; j < n; ++j)
    if (j == 0)
      a[i] = 2;
  assert(a[i] == 1); //~ ERROR assert
}

__global__ void except_in_some(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = -1;
  for (int j = 0; j < n; ++j) {
    if (j == 3)
      continue;
    a[i] = j;
  }
  assert(n <= 0 || a[i] == n - 1); //~ ERROR assert
}

__global__ void before_a_break(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; j < n; ++j) {
    a[i] = 2;
    if (j == 5)
      break;
    a[i] = 1;
  }
  assert(a[i] == 1); //~ ERROR assert
}

__global__ void by_a_byte(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; j < n; ++j) {
    a[i] = 1;
    reinterpret_cast<char *>(a)[4 * i + 1] = 1;
  }
  assert(a[i] == 1); //~ ERROR assert
}

__global__ void by_other_threads(int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  for (int j = 0; j < n; ++j) {
    __syncthreads();
    s[(threadIdx.x + 1) % 64] = 1 + (threadIdx.x == 7);
    __syncthreads();
  }
  assert(s[threadIdx.x] == 1); //~ ERROR assert
}

__global__ void by_another_index(int *a, int n, int m) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    a[0] = 1;
    for (int j = 0; j < n; ++j) {
      a[0] = 1;
      a[m] = 2;
    }
    assert(a[0] == 1); //~ ERROR assert
  }
}

__global__ void in_the_outer_loop(int *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = -1;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < m; ++j)
      a[i] = k;
    assert(a[i] == k); //~ ERROR assert
  }
}

__global__ void by_the_head(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  for (int j = 0; a[i] = j, j < n; ++j)
    a[i] = 1;
  assert(a[i] == 1); //~ ERROR assert
}
