//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// The barrier orders local memory only.
__kernel void fence(__global int *a, __global int *out) {
  int t = get_local_id(0);
  a[t] = t; //~ ERROR race
  __barrier_invariant_2(a[t] == t, t, 31 - t);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[31 - t]] = t; //~ ERROR race
}
