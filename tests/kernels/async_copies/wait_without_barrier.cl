//@ flags: --block 64 --grid 4
//@ verdict: races=inconclusive
// The language says that the copy is complete for all; this is not modelled, and nothing is refuted on that ground.
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = part[get_local_id(0)];
}
