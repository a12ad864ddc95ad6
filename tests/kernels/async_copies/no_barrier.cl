//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=refuted divergence=proved
// Under GPUVerify's rules a wait does not order the copy before other work-items.
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a + 64 * get_group_id(0), 64, 0); //~ ERROR race
  wait_group_events(1, &e);
  b[get_global_id(0)] = part[get_local_id(0)]; //~ ERROR race
}
