//@ flags: --block 128 --grid 1 --clang-opt -cl-std=CL3.0 --clang-opt -Dcl_qcom_reqd_sub_group_size=1
//@ verdict: races=proved divergence=proved
//@ kernel: ballots_of_many races=unsupported
#ifdef cl_intel_required_subgroup_size
#error "a device of Intel's"
#endif
#pragma OPENCL EXTENSION cl_qcom_reqd_sub_group_size : enable
__attribute__((qcom_reqd_sub_group_size("full")))
__kernel void sums(__global float *out, __global const float *in) {
  float v = in[get_global_id(0)];
  for (uint d = 64; d > 0; d /= 2)
    v += qcom_sub_group_shuffle_down(v, d, CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM, 0.f);
  if (get_sub_group_local_id() == 0) out[get_group_id(0) * get_num_sub_groups() + get_sub_group_id()] = v;
}
// A ballot has a bit for each of 128 work-items; masks here have 64.
__attribute__((qcom_reqd_sub_group_size("full")))
__kernel void ballots_of_many(__global uint *out) {
  out[get_global_id(0)] = sub_group_ballot(get_local_id(0) & 1).w;
}
