//@ flags: --block 16,2 --grid 1
//@ verdict: assertions=inconclusive races=inconclusive
// True, but no thread that says it knows it: it has not accessed the cell since the last barrier.
__kernel void unknown(__global int *out) {
  __local int a[32];
  int x = get_local_id(0);
  int t = get_local_id(1) * 16 + x;
  a[t] = t;
  __barrier_invariant_2(a[t] == t, x, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = 0;
  __barrier_invariant_1(a[t] == t, x);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[t]] = 1;
}
