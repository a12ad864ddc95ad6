//@ revisions: right overlap diverging
//@ flags: --block 64 --grid 4 --warp-size 16 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved
//[overlap]@ verdict: races=refuted divergence=proved
//[diverging]@ verdict: divergence=refuted
// Each work-item of a sub-group accesses one element in sixteen behind a common pointer.
__attribute__((intel_reqd_sub_group_size(16)))
__kernel void copied(__global uint *out, const __global uint *in) {
  size_t group = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
#if defined(overlap)
  uint4 v = intel_sub_group_block_read4(in + group * 64);
  intel_sub_group_block_write4(out + group * 32, v); //[overlap]~ ERROR race
#elif defined(diverging)
  uint v = intel_sub_group_block_read(in + get_global_id(0)); //[diverging]~ ERROR divergence
  out[get_global_id(0)] = v;
#else
  uint4 v = intel_sub_group_block_read4(in + group * 64);
  intel_sub_group_block_write4(out + group * 64, v);
#endif
}
