//@ flags: --block 32 --grid 1
//@ verdict: races=!proved
// No thread evaluates a specification, so a division in one, or in a function that it calls, says nothing of the divisor.
__device__ int quotient(int a, int b) {
  int r = a / b;
  if (r < 0) r = 0;
  return r;
}

__global__ void in_assertion(int *o, int n) {
  int i = threadIdx.x;
  __assert(quotient(i, n) == quotient(i, n));
  if (n == 0) o[0] = i;
}

__global__ void in_invariant(int *o, int n) {
  int i = threadIdx.x;
  for (int k = 0; __invariant(quotient(k, n) >= 0), k < 4; k++) {
    if (n == 0) o[0] = i;
  }
}

__global__ void in_assumption(int *o, int n) {
  int i = threadIdx.x;
  __assume(quotient(i, n) >= 0);
  if (n == 0) o[0] = i;
}
