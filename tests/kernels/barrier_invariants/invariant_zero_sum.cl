//@ flags: --block 128 --grid 2
//@ verdict: races=proved divergence=proved assertions=proved
// Half of the threads store; the others keep what they know by reading it.
__kernel void sum(void) {
  __local int a[128];
  int t = get_local_id(0);
  a[t] = 0;
  __barrier_invariant_2(a[t] == 0, t, t + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t % 2 == 0)
    a[t] = a[t] + a[t + 1];
  __read_permission(int, a[t]);
  __barrier_invariant_1(a[t] == 0, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[t] == 0);
}
