//@ revisions: by_default narrow wide required without
//[by_default]@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//[by_default]@ verdict: races=refuted
//[narrow]@ flags: --block 64 --grid 1 --warp-size 8 --clang-opt -cl-std=CL2.0
//[narrow]@ verdict: races=refuted
//[wide]@ flags: --block 64 --grid 1 --warp-size 64 --clang-opt -cl-std=CL2.0
//[wide]@ verdict: races=proved divergence=proved
//[required]@ flags: --block 64 --grid 1 --warp-size 64 --clang-opt -cl-std=CL2.0
//[required]@ verdict: races=refuted
//[without]@ flags: --block 64 --grid 1 --warp-size 64 --without warp-size --clang-opt -cl-std=CL2.0
//[without]@ verdict: races=!proved
// Where nothing in the source says how many work-items a sub-group has, an option does, and 32 is the default. What
// the kernel requires goes before the option. Without the assumption nothing is proved.
#ifdef required
__attribute__((intel_reqd_sub_group_size(16)))
#endif
__kernel void halves(__global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = t; //[by_default,narrow,required]~ ERROR race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t ^ 32]; //[by_default,narrow,required]~ ERROR race
}
