//@ flags: --modular
//@ verdict: races=proved divergence=proved
//@ kernel: two contract=proved
//@ kernel: bytes contract=proved
//@ kernel: moving contract=proved
//@ kernel: get contract=proved
// Accesses of blocks that no barrier orders, views of bytes, pointers that move, values that all threads read alike.

//@ assigns g[threadIdx.x];
//@ barrier;
//@ assigns g[threadIdx.x + blockDim.x];
__device__ void two(int *g) {
  g[threadIdx.x] = 1;
  __syncthreads();
  g[threadIdx.x + blockDim.x] = 2;
}

//@ assigns c[0 .. 3];
__device__ void bytes(unsigned char *c, int x) { *(int *)c = x; }

//@ requires n >= 0;
//@ assigns p[0 .. n - 1];
__device__ void moving(int *p, int n) {
  int t[4];
  int *q = n > 2 ? t : p;
  for (int k = 0; k < 4; k++) t[k] = k;
  if (n > 0) *q = 1;
  while (n-- > 0) *p++ = 0;
}

//@ reads a[i];
//@ ensures \result == a[i];
__device__ int get(const int *a, int i) { return a[i]; }

//@ requires blockDim.y == 1 && blockDim.z == 1;
__global__ void of_blocks(int *g) { two(g + 2 * blockIdx.x * blockDim.x); }

__global__ void words(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes((unsigned char *)(a + i), 7);
}

__global__ void parts(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= 0) moving(a + n * i, n);
}

__global__ void uniform(int *a, const int *b) {
  int v = get(b, 0);
  if (v) __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
