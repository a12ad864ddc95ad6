//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: divergence=refuted
// The copy is one of the whole group: all work-items name the same source.
kernel void k(global int *a) {
  local int part[64];
  event_t e = async_work_group_copy(part, a + get_local_id(0), 64, 0); //~ ERROR divergence
  wait_group_events(1, &e);
}
