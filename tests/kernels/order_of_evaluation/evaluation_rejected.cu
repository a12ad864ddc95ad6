//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// In all of these the value depends on which operand is evaluated first, which C++ leaves open.
struct Pair { int x, y; __device__ Pair(int x, int y) : x(x), y(y) {} };
struct Counter { int n; __device__ int next() { return n++; } };
__device__ int g;
__device__ int inc(int &n) { n = 1; return 0; }
__device__ int inc_through(int *n) { *n = 1; return 0; }
__device__ int inc_deeper(int &n) { return inc(n); }
__device__ int inc_global() { g = 1; return 0; }
__device__ int sum(int x, int y) { return x + y; }
__global__ void operand(int *a) { int n = threadIdx.x; a[n + inc(n)] = 1; }
__global__ void operand_right(int *a) { int n = threadIdx.x; a[inc(n) + n] = 1; }
__global__ void by_pointer(int *a) { int n = threadIdx.x; a[n * inc_through(&n)] = 1; }
__global__ void deeper(int *a) { int n = threadIdx.x; a[n - inc_deeper(n)] = 1; }
__global__ void comparison(int *a) { int n = threadIdx.x; a[n == inc(n)] = 1; }
__global__ void argument(int *a) { int n = threadIdx.x; a[sum(n, inc(n))] = 1; }
__global__ void constructor(int *a) { int n = threadIdx.x; a[Pair(n, inc(n)).x] = 1; }
__global__ void global(int *a) { a[g + inc_global()] = 1; }
__global__ void two_calls(int *a) { int n = threadIdx.x; a[inc(n) - sum(n, 1)] = 1; }
__global__ void object(int *a) { Counter c{(int)threadIdx.x}; a[sum(c.next(), 2 * c.next())] = 1; }
__global__ void memory(int *a, int *b) { int i = threadIdx.x; a[b[i] + inc(b[i])] = 1; }
__global__ void captured(int *a) { int n = threadIdx.x; auto f = [&] { n = 1; return 0; }; a[n + f()] = 1; }
__global__ void assigned(int *a) { int n = threadIdx.x; a[sum(n, n = 1)] = 1; }
__global__ void barrier(int *a) { __shared__ int s[64]; s[threadIdx.x] = 1; a[threadIdx.x] = s[0] + __syncthreads_or(1); }
__global__ void nested(int *a) { int n = threadIdx.x; a[(n + 1) * (2 + sum(inc(n), 3))] = 1; }
__device__ int both(int &x, int &y) { return x + inc(y); }
__global__ void references(int *a) { int n = threadIdx.x; a[both(n, n)] = 1; }
