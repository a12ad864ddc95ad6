//@ verdict: error
// Clauses that functions do not have.

//@ reads a[0 .. n - 1];
//@ ensures \forall integer i; 0 <= i < n ==> a[i] <= \result;
__device__ int largest(const int *a, int n) { return n == 0 ? 0 : a[n - 1]; }

__global__ void k(int *out, const int *a) { out[blockIdx.x * blockDim.x + threadIdx.x] = largest(a, 1); }
