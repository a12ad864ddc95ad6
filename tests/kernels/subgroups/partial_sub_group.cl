//@ revisions: right bad
//@ flags: --block 72 --grid 2 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved bounds=proved assertions=!refuted
//[bad]@ verdict: bounds=refuted
// 72 work-items are two sub-groups of 32 and one of eight.
__kernel void last_one(__global int *out) {
  __local int of_item[72];
  uint lane = get_sub_group_local_id(), group = get_sub_group_id();
  __assert(get_num_sub_groups() == 3 && get_max_sub_group_size() == 32);
  __assert(get_sub_group_size() == (group == 2 ? 8 : 32));
  int n = sub_group_reduce_add(1);
  __assert(n == get_sub_group_size());
#ifdef bad
  for (uint i = lane; i < get_max_sub_group_size(); i += 16) of_item[group * 32 + i] = n; //[bad]~ ERROR bounds
#else
  for (uint i = lane; i < get_sub_group_size(); i += get_sub_group_size()) of_item[group * 32 + i] = n;
#endif
  out[get_global_id(0)] = of_item[get_local_id(0)];
}
