//@ flags: --block 8 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// The address of the second store is read from shared memory: only the invariant tells that it differs between threads.
__kernel void scatter(__global int *out) {
  __local int a[8];
  __local int b[8];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[t] == t, (t + 1) % 8);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[a[(t + 1) % 8]] = t;
  __assert(b[(t + 1) % 8] == t);
}
