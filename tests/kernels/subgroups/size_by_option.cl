//@ revisions: right required
//@ flags: --warp-size 64 --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved
//[required]@ verdict: races=refuted
// An option gives the number of work-items. What the kernel requires goes before it.
#ifdef required
__attribute__((intel_reqd_sub_group_size(16)))
#endif
__kernel void halves(__global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = t; //[required]~ ERROR race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t ^ 32]; //[required]~ ERROR race
}
