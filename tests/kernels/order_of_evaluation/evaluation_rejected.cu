//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// In all of these the value in memory, or what other threads see, depends on which operand is evaluated first, which C++ leaves open.
__device__ int g;
__device__ int inc(int &n) { n = 1; return 0; }
__device__ int inc_through(int *n) { *n = 1; return 0; }
__device__ int inc_global() { g = 1; return 0; }
__global__ void by_pointer(int *a) { int n = threadIdx.x; a[n * inc_through(&n)] = 1; }
__global__ void global(int *a) { a[g + inc_global()] = 1; }
__global__ void memory(int *a, int *b) { int i = threadIdx.x; a[b[i] + inc(b[i])] = 1; }
__global__ void barrier(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[threadIdx.x] = s[0] + __syncthreads_or(1); }
