//@ flags: --block 32 --grid 1
//@ verdict: races=!proved assertions=refuted
// Said by threads that do not access the cell, which another thread changes in this interval.
__kernel void stale(__global int *out) {
  __local int a[32];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = t + 1;
  __barrier_invariant_1(__implies(t != 0, a[0] == 0), t); //~ ERROR assert
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t * a[0]] = t;
}
