//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Both calls are operands in open order; the construct that stands in the way is the recursion.
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int *a) { a[threadIdx.x] = fib(threadIdx.x); }
