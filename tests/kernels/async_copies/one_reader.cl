//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=refuted divergence=proved
// Only work-item 0 reads; the copy may be made by another one.
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0); //~ ERROR race
  if (get_local_id(0) == 0) b[0] = part[0]; //~ ERROR race
  wait_group_events(1, &e);
}
