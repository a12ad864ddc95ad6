//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=refuted divergence=proved
// Barriers on both sides of the read do not help: the copy is in flight across both.
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0); //~ ERROR race
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0)] = part[get_local_id(0)]; //~ ERROR race
  barrier(CLK_LOCAL_MEM_FENCE);
  wait_group_events(1, &e);
}
