//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved assertions=proved
// Reversed in place twice, which the array that was there before says.
__kernel void twice(__global int *out) {
  __local int a[64];
  __local int before[64];
  int t = get_local_id(0);
  a[t] = 5 * t;
  __array_snapshot(before, a);
  for (int i = 0; __invariant(a[t] == before[t] - i), i < 20; i++) {
    a[t]--;
  }
  __read_permission(int, before[t]);
  __barrier_invariant_1(a[t] == before[t] - 20, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[t] == before[t] - 20);
}
