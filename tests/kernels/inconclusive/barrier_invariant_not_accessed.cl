//@ flags: --block 32 --grid 1
//@ verdict: assertions=inconclusive races=inconclusive
// True, but no thread that says it knows it: it has not accessed the cell since the last barrier.
__kernel void unknown(__global int *out) {
  __local int a[32];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_2(a[t] == t, t, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = 0;
  __barrier_invariant_1(a[t] == t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[t]] = 1;
}
