//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=refuted divergence=proved
// Only the first of two copies is waited for.
kernel void k(global int *a, global int *b) {
  local int first[64], second[64];
  event_t e[2];
  e[0] = async_work_group_copy(first, a, 64, 0);
  e[1] = async_work_group_copy(second, b, 64, 0); //~ ERROR race
  wait_group_events(1, e);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[get_local_id(0)] = first[get_local_id(0)] + second[get_local_id(0)]; //~ ERROR race
  wait_group_events(1, e + 1);
}
