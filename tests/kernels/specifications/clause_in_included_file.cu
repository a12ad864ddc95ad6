//@ verdict: error
// A clause of a file with nothing else stands in front of no kernel.
#include "included/contract.inc"
__device__ void k(int *a, int n) { a[threadIdx.x] = n; }
