// GPUVerify's annotations: assumptions, assertions, invariants in the loop header, access predicates.
__axiom(blockDim.x > 0);
__device__ int part(int x) { __requires(x > 0); __ensures(__return_val_int() == x); return x; }
__global__ void annotated(int *a, int n) {
  __requires(n > 0 && a[0] == 1);
  __assume(n < 100);
  for (int i = threadIdx.x;
       __invariant(i % 2 == 0), __invariant(__implies(__write(a), __write_offset_bytes(a) / sizeof(int) < n)),
       __candidate_invariant(__uniform_int(n)), i < n; i += 2) {
    a[i] = part(i + 1);
  }
  __assert(__no_read(a) | (__read_offset_bytes(a) == 4));
  __ensures(a[1] == 2);
  assert(n != 3);
}
