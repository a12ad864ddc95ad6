//@ flags: --block 128 --grid 1
//@ verdict: races=inconclusive assertions=inconclusive
// The assumption is too weak: it allows two kept elements at one place.
__kernel void compact(__global int *out, __global const int *data, __global const int *pre) {
  __local int flag[128];
  __local int idx[128];
  unsigned t = get_local_id(0);
  flag[t] = data[t] > 0;
  idx[t] = pre[t];
  __assume(__implies(t < __other_int(t) & __same_group, pre[t] <= __other_int(pre[t])));
  __barrier_invariant_binary_2(__implies(t < __other_int(t), idx[t] + flag[t] <= idx[__other_int(t)]), t, __other_int(t), __other_int(t), t);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (flag[t])
    out[idx[t]] = data[t];
}
