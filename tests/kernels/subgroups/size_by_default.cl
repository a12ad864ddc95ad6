//@ revisions: by_default required
//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted
// Where nothing in the source says how many work-items a sub-group has, it has 32, unless there is an option.
#ifdef required
__attribute__((intel_reqd_sub_group_size(16)))
#endif
__kernel void halves(__global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = t; //~ ERROR race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t ^ 32]; //~ ERROR race
}
