//@ flags: --block 32 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// Nobody that says it has accessed the cell since the last barrier; but nobody else can have changed it.
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
