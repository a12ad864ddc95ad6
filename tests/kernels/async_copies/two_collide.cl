//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=refuted divergence=proved
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0); //~ ERROR race
  e = async_work_group_copy(part, b, 64, e); //~ ERROR race
  wait_group_events(1, &e);
}
