//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Devices of Intel's have these functions in OpenCL C 1.2, too.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable
#ifndef cl_intel_required_subgroup_size
#error "no sub-groups"
#endif
__attribute__((intel_reqd_sub_group_size(8)))
__kernel void k(__global float4 *a) {
  float4 v = a[get_global_id(0)];
  v += intel_sub_group_shuffle_xor(v, 4);
  v.x = sub_group_reduce_max(v.x) + sub_group_scan_exclusive_add(v.y);
  a[get_global_id(0)] = v;
}
