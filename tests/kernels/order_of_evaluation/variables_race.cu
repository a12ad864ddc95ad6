//@ flags: --block 64 --grid 1
//@ verdict: races=possible divergence=proved
// Each kernel races in one of the orders: with the variable read before the assignment, behind it, or on both sides of the operand.
__device__ int first(int a, int) { return a; }
__device__ int second(int, int b) { return b; }
__device__ int sum(int a, int b, int c) { return a + b + c; }
__device__ int inc(int &n) { n = 1; return 0; }
struct Pair { int x, y; __device__ Pair(int x, int y) : x(x), y(y) {} };
struct Counter { int n; __device__ int next() { return n++; } };
__device__ int inc_deeper(int &n) { return inc(n); }
__device__ int sum(int x, int y) { return x + y; }
__device__ int both(int &x, int &y) { return x + inc(y); }
__global__ void read_before(int *a) {
    int n = 0;
    a[second(n = threadIdx.x, n)] = 1;
}
__global__ void read_behind(int *a) {
    int n = threadIdx.x;
    a[first(n, n = 0)] = 1;
}
__global__ void two_assignments(int *a) {
    int n = 5;
    second(n = threadIdx.x, n = 0);
    a[n] = 1;
}
__global__ void in_a_loop(int *a) {
    int n = threadIdx.x;
    for (int i = 0; i < 3; i++) a[64 * i + first(n, n = 0) + 0 * (n = threadIdx.x)] = 1;
}
__global__ void three(int *a) {
    int n = threadIdx.x;
    a[sum(n, 0, n = 0)] = 1;
}
__global__ void in_a_condition(int *a, int c) {
    int n = threadIdx.x;
    a[first(n, c ? n = 0 : 1)] = 1;
}
__global__ void operand(int *a) { int n = threadIdx.x; a[n + inc(n)] = 1; }
__global__ void operand_right(int *a) { int n = threadIdx.x; a[inc(n) + n] = 1; }
__global__ void deeper(int *a) { int n = threadIdx.x; a[n - inc_deeper(n)] = 1; }
__global__ void comparison(int *a) { int n = threadIdx.x; a[n == inc(n)] = 1; }
__global__ void argument(int *a) { int n = threadIdx.x; a[sum(n, inc(n))] = 1; }
__global__ void constructor(int *a) { int n = threadIdx.x; a[Pair(n, inc(n)).x] = 1; }
__global__ void two_calls(int *a) { int n = threadIdx.x; a[inc(n) - sum(n, 1)] = 1; }
__global__ void object(int *a) { Counter c{(int)threadIdx.x}; a[sum(c.next(), 2 * c.next())] = 1; }
__global__ void captured(int *a) { int n = threadIdx.x; auto f = [&] { n = 1; return 0; }; a[n + f()] = 1; }
__global__ void nested(int *a) { int n = threadIdx.x; a[(n + 1) * (2 + sum(inc(n), 3))] = 1; }
__global__ void references(int *a) { int n = threadIdx.x; a[both(n, n)] = 1; }
