//@ flags: --block 64 --grid 1 --only-requires
//@ verdict: races=proved divergence=proved
// The invariant is wrong and is not read; the precondition is.
__global__ void only_requires(int *a, int n, int offset) {
  __requires(offset == 0);
  for (int i = 0; __invariant(i == 7), i < n; i++) a[threadIdx.x] = a[threadIdx.x + offset] + 1;
}
