//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Calls are inlined; recursion has no end.
__device__ int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
__global__ void k(int *a, int n) { a[threadIdx.x] = sum(n); }
