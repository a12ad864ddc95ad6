//@ revisions: right bad
//@ flags: --block 32 --grid 1 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Work-items of a sub-group do not run in lock-step, and a reduction, a vote or a shuffle orders no memory.
__kernel void shifted(__global int *out) {
  __local int s[33];
  int t = get_local_id(0);
  s[t] = t; //[bad]~ ERROR race
#ifndef bad
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#endif
  int sum = sub_group_reduce_add(t);
  sum += sub_group_any(t > 3) + sub_group_broadcast(sum, 0) + sub_group_shuffle(sum, 1);
  out[t] = s[(t + 1) % 32] + sum; //[bad]~ ERROR race
}
