//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Effects that the other operand does not see, and orders that C++17 fixes.
struct Rng {
  unsigned state;
  __device__ unsigned next() { state = state * 1664525u + 1013904223u; return state; }
};
struct Pair { int x, y; };
__device__ int g;
__device__ int local_only(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
__device__ int reads(const int *p, int i) { return p[i]; }
__device__ int reads_global() { return g; }
__device__ int inc(int &n) { return ++n; }
__device__ int zero(int &n) { n = 0; return 0; }
__device__ int store(int *p, int v) { *p = v; return v; }
__global__ void independent(int *a, const int *b) { int i = threadIdx.x; a[i] = b[i] + local_only(i) * local_only(b[i]); }
__global__ void only_reads(int *a, const int *b) { int i = threadIdx.x; a[i] = reads(b, i) + reads(b, i + 1) - reads_global(); }
__global__ void other_variable(int *a) { int i = threadIdx.x, n = 3; a[i] = i + inc(n); }
__global__ void other_array(int *a, int *b, const int *c) { int i = threadIdx.x; a[i] = c[i] + store(b + i, 2) + store(&a[i], 1); }
__global__ void atomics(int *a, int *count) { int i = threadIdx.x; a[i] = i + atomicAdd(count, 1); }
__global__ void same_twice(unsigned *a) { Rng r{threadIdx.x}; a[threadIdx.x] = r.next() * r.next(); }
__global__ void shifts(int *a) { int n = threadIdx.x; int i = n << zero(n); a[i] = 1; }
__global__ void assignment(int *a) { int n = 5; a[n + threadIdx.x] = zero(n); }
__global__ void compound(int *a) { int n = threadIdx.x; n += zero(n); a[64 * n + threadIdx.x] = 1; }
__global__ void braces(int *a) { int n = threadIdx.x; Pair p{n, zero(n)}; a[p.x + p.y] = 1; }
__global__ void sequenced(int *a) { int n = threadIdx.x; int t = n; if (n >= 0 && zero(n) == 0) a[t + n] = 1; }
__global__ void lambdas(int *a) { int n = threadIdx.x; auto f = [n](int k) { return n + k; }; a[n + f(0) - n] = f(1) + f(2); }
__global__ void vectors(float4 *a) { float4 v = a[threadIdx.x]; a[threadIdx.x] = make_float4(v.x + v.y, fmaf(v.x, v.y, v.z), fminf(v.z, v.w), sqrtf(v.w)); }
__global__ void shuffles(int *a) { int v = a[threadIdx.x]; a[threadIdx.x] = v + __shfl_down_sync(0xffffffffu, v, 1); }
__device__ int both(int &x, int &y) { return x + inc(y); }
__global__ void references(int *a) { int n = threadIdx.x, m = 2; a[n] = both(n, m); }
