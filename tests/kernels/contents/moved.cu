//@ verdict: races=refuted
//@ gap: races=possible what a precondition says of an array is not used, by proofs or by runs, where the host passes a pointer into the middle of it
// The parameter points to the second element: what is in front of that is in the array, and the precondition says nothing of it.
#include <cuda_runtime.h>

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void scatter(int *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i - 1]] = i; //~ ERROR race
}

int main() {
  int *out, *map;
  cudaMalloc(&out, 1000 * sizeof(int));
  cudaMalloc(&map, 101 * sizeof(int));
  scatter<<<1, 128>>>(out, map + 1, 100);
  return 0;
}
