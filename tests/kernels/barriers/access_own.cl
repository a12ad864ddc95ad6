//@ flags: --block 64 --grid 1 --no-barrier-access-checks
//@ verdict: races=proved assertions=refuted
// What the thread itself stored is no cell that it left alone.
__kernel void stored(__global int *out) {
  __local int a[64];
  int t = get_local_id(0);
  a[t] = 3 * t;
  __barrier_invariant_1(a[t] == 3 * t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = t + 1;
  __barrier_invariant_1(a[t] == 3 * t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
}
