//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=proved divergence=proved assertions=proved
// Two copies under one event; the other cells of `first` are free meanwhile.
kernel void k(global int *a, global int *b) {
  local int first[128], second[64];
  event_t both = async_work_group_copy(first, a + 64 * get_group_id(0), 64, 0);
  async_work_group_copy(second, b + 64 * get_group_id(0), 64, both);
  first[64 + get_local_id(0)] = 1;
  wait_group_events(1, &both);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = first[get_local_id(0)] + second[get_local_id(0)];
}
