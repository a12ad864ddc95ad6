//@ verdict: error
// The variables of the caller mean nothing in front of a function.

//@ ensures \result > i;
__device__ int next(int x) { return x + 1; }

__global__ void k(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = next(i);
}
