//@ revisions: right no_barrier every_lane
//@ flags: --block 256 --grid 4 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved bounds=proved
//[no_barrier]@ verdict: races=refuted divergence=proved
//[every_lane]@ verdict: races=refuted divergence=proved
// The sum of a work-group: each sub-group leaves its sum in local memory, and the first one adds them.
__kernel void total(__global float *out, __global const float *in) {
  __local float sums[32];
  float v = sub_group_reduce_add(in[get_global_id(0)]);
#ifdef every_lane
  sums[get_sub_group_id()] = v; //[every_lane]~ ERROR race
#else
  if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = v; //[no_barrier]~ ERROR race
#endif
#ifndef no_barrier
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (get_sub_group_id() == 0) {
    uint lane = get_sub_group_local_id();
    float w = lane < get_num_sub_groups() ? sums[lane] : 0; //[no_barrier]~ ERROR race
    w = sub_group_reduce_add(w);
    if (lane == 0) out[get_group_id(0)] = w;
  }
}
