//@ flags: --block 64 --grid 1 --no-barrier-access-checks --without barrier-access
//@ verdict: races=proved assertions=inconclusive
// The same with the assumption switched off.
__kernel void kept(__global int *out) {
  __local int a[64];
  int t = get_local_id(0);
  a[t] = 3 * t;
  __barrier_invariant_1(a[t] == 3 * t, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0) a[t] = t;
  __barrier_invariant_1(a[0] == 0, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[0] == 0);
}
