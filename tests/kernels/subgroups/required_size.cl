//@ revisions: intel16 intel32 half_size full_size no_power
//@ flags: --block 128 --grid 1 --clang-opt -cl-std=CL2.0
//[intel16]@ verdict: races=refuted
//[intel32]@ verdict: races=proved divergence=proved
//[half_size]@ verdict: races=proved divergence=proved
//[full_size]@ verdict: races=proved divergence=proved
//[no_power]@ verdict: races=unsupported
// Neighbours in groups of 32 exchange values: right where the sub-groups have at least 32 work-items.
#if defined(intel32)
__attribute__((intel_reqd_sub_group_size(32)))
#elif defined(half_size)
__attribute__((qcom_reqd_sub_group_size("half")))
#elif defined(full_size)
__attribute__((qcom_reqd_sub_group_size("full")))
#elif defined(no_power)
__attribute__((intel_reqd_sub_group_size(24)))
#else
__attribute__((intel_reqd_sub_group_size(16)))
#endif
__kernel void exchanged(__global int *out) {
  __local int s[128];
  int t = get_local_id(0);
  s[t] = t * 3; //[intel16]~ ERROR race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t ^ 16]; //[intel16]~ ERROR race
}
