//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: divergence=refuted
kernel void k(global int *a) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0);
  if (get_local_id(0) > 3) wait_group_events(1, &e); //~ ERROR divergence
}
