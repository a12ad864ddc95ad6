//@ revisions: right none other_memory other_group own_scope
//@ flags: --block 64 --grid 2 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved
//[none]@ verdict: races=refuted divergence=proved
//[other_memory]@ verdict: races=refuted divergence=proved
//[other_group]@ verdict: races=refuted divergence=proved
//[own_scope]@ verdict: races=refuted divergence=proved
// A barrier of the sub-group orders the memory that its flags name, for the work-items of one sub-group.
__kernel void reversed(__global int *out, __global const int *in) {
  __local int s[64];
  uint t = get_local_id(0), lane = get_sub_group_local_id(), first = t - lane;
  s[t] = in[get_global_id(0)]; //[none,other_memory,other_group,own_scope]~ ERROR race
#ifdef none
#elif defined(other_memory)
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
#elif defined(other_group)
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  first ^= 32;
#elif defined(own_scope)
  // The scope of one work-item: nothing is ordered between two of them.
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
#else
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = s[first + 31 - lane]; //[none,other_memory,other_group,own_scope]~ ERROR race
}
