//@ flags: --block 64 --grid 4
//@ verdict: races=unsupported
// Recursion without a contract is not modelled.
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = fib(n); }
