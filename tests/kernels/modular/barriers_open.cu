//@ flags: --modular
//@ verdict: races=inconclusive
//@ kernel: exchanged contract=proved
//@ kernel: too_early contract=inconclusive
//@ kernel: in_loop contract=unsupported
//@ kernel: unnamed contract=unsupported
//@ kernel: skips contract=unsupported
//@ kernel: stale contract=inconclusive
//@ kernel: counts contract=unsupported
//@ kernel: global_array contract=unsupported
//@ kernel: compared contract=unsupported
// Barriers in functions that contracts say too little of, and functions that meet other threads in ways no contract states.

//@ requires blockDim.y == 1 && blockDim.z == 1;
//@ assigns s[threadIdx.x];
//@ barrier;
//@ reads s[blockDim.x - 1 - threadIdx.x];
__device__ int exchanged(int *s, int v) {
  s[threadIdx.x] = v;
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}

// Said to read in front of the barrier what it reads behind it.
//@ requires blockDim.y == 1 && blockDim.z == 1;
//@ assigns s[threadIdx.x];
//@ reads s[blockDim.x - 1 - threadIdx.x];
//@ barrier;
__device__ int too_early(int *s) {
  s[threadIdx.x] = 1;
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}

//@ assigns s[threadIdx.x];
//@ barrier;
__device__ void in_loop(int *s, int n) {
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
  }
}

//@ assigns s[threadIdx.x];
__device__ void unnamed(int *s) {
  s[threadIdx.x] = 1;
  __syncthreads();
}

//@ assigns s[threadIdx.x];
//@ barrier;
__device__ void skips(int *s, int n) {
  s[threadIdx.x] = 1;
  if (n > 3) return;
  __syncthreads();
}

// Others may have written at the barrier.
//@ assigns s[threadIdx.x];
//@ barrier;
//@ reads s[threadIdx.x];
//@ ensures \result == 1;
__device__ int stale(int *s) {
  s[threadIdx.x] = 1;
  __syncthreads();
  return s[threadIdx.x];
}

//@ assigns a[0];
__device__ void counts(int *a) { atomicAdd(a, 1); }

__device__ int shared_by_all[4];
__device__ void global_array_of(int *a) { shared_by_all[0] = a[0]; }
//@ reads a[0];
__device__ void global_array(int *a) { global_array_of(a); }

//@ ensures \result == 0;
__device__ int compared(const int *a, const int *b) { return a == b; }

// A thread that is through its first call writes what another one still reads.
//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void twice_without_barrier(int *out) {
  __shared__ int s[64];
  int v = exchanged(s, 1);
  v += exchanged(s, 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void half_of_the_block(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 32) out[blockIdx.x * blockDim.x + threadIdx.x] = exchanged(s, 1);
}

//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void uses_too_early() {
  __shared__ int s[64];
  too_early(s);
}

__global__ void uses_in_loop(int n) {
  __shared__ int s[1024];
  in_loop(s, n);
}

__global__ void uses_unnamed() {
  __shared__ int s[1024];
  unnamed(s);
}

__global__ void uses_skips(int n) {
  __shared__ int s[1024];
  skips(s, n);
}

__global__ void uses_stale() {
  __shared__ int s[1024];
  int v = stale(s);
  __assert(v == 1);
}

__global__ void uses_counts(int *a) { counts(a); }

__global__ void uses_global_array(int *a) { global_array(a); }

__global__ void uses_compared(int *a) {
  int c = compared(a, a + 1);
  __assert(c == 0);
}
