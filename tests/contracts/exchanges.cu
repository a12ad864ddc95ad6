//@ kernel: exchanged unproved
//@ kernel: exchanged_in_global unproved
//@ kernel: rotated unproved
//@ kernel: overwritten_in_inner_loop unproved
//@ kernel: overwritten_once unproved
//@ kernel: own_element proved
//@ kernel: own_element_of_inner_loop proved
// Threads that read in a loop what another thread has, or what an inner loop has left: the sums of one's own are not the values. Sizes are beyond all runs.

//@ requires blockDim.x == 2 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && n >= 20000001 && n % 2 == 1;
//@ ensures b[0] == 2 * n && b[1] == 2 * n + 5;
__global__ void exchanged(int *b, int n) {
  __shared__ int s[2];
  int x = 5 * threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[1 - threadIdx.x] = x;
    __syncthreads();
    x = s[threadIdx.x] + 2;
    __syncthreads();
  }
  b[threadIdx.x] = x;
}

//@ requires blockDim.x == 2 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && n >= 20000001 && n % 2 == 1;
//@ ensures b[0] == 2 * n && b[1] == 2 * n + 5;
__global__ void exchanged_in_global(int *b, int *s, int n) {
  int x = 5 * threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = x;
    __syncthreads();
    x = s[1 - threadIdx.x] + 2;
    __syncthreads();
  }
  b[threadIdx.x] = x;
}

//@ requires blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && n >= 20000001;
//@ ensures \forall integer t; 0 <= t < 32 ==> b[t] == \old(a[t]) + 3 * n;
__global__ void rotated(int *b, const int *a, int n) {
  __shared__ int s[32];
  int x = a[threadIdx.x];
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = x;
    __syncthreads();
    x = s[(threadIdx.x + 1) % 32] + 3;
    __syncthreads();
  }
  b[threadIdx.x] = x;
}

//@ requires n >= 20000000 && m >= 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == 3 * m * n;
__global__ void overwritten_in_inner_loop(int *b, int n, int m) {
  __shared__ int s[1024];
  int x = 0;
  for (int o = 0; o < m; o++) {
    s[threadIdx.x] = 3;
    __syncthreads();
    for (int i = 0; i < n; i++) {
      x += s[threadIdx.x];
      __syncthreads();
      s[threadIdx.x] = 4;
      __syncthreads();
    }
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n >= 20000000 && m >= 1 && m <= 5;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == m * n;
__global__ void overwritten_once(int *b, int n, int m) {
  __shared__ int s[1024];
  int x = 0;
  for (int o = 0; o < m; o++) {
    s[threadIdx.x] = 1;
    for (int i = 0; i < n; i++) {
      x += s[threadIdx.x];
      if (i == 12345678) s[threadIdx.x] = 2;
    }
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == 2 * n;
__global__ void own_element(int *b, int n) {
  __shared__ int s[1024];
  int x = 0;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = x;
    __syncthreads();
    x = s[threadIdx.x] + 2;
    __syncthreads();
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

//@ requires n >= 0 && m >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == m * n;
__global__ void own_element_of_inner_loop(int *b, int n, int m) {
  __shared__ int s[1024];
  int x = 0;
  for (int o = 0; o < m; o++) {
    for (int i = 0; i < n; i++) {
      s[threadIdx.x] = 1;
      __syncthreads();
      x += s[threadIdx.x];
      __syncthreads();
    }
  }
  b[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
