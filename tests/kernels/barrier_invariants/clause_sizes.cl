//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// Indices of 64 bits without sign.
__kernel void sizes(__global int *out) {
  __local ulong a[64];
  size_t t = get_local_id(0);
  a[t] = 63 - t;
  //@ barrier invariant a[t] == 63 - t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[63 - t]] = 1;
}
__kernel void sizes_named(__global int *out) {
  __local ulong a[64];
  size_t t = get_local_id(0);
  a[t] = 63 - t;
  //@ barrier invariant a[t] == 63 - t for (63 - t);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[63 - t]] = 1;
}
