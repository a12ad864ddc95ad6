//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
kernel void k(global int *a) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0);
  wait_group_events(get_local_id(0), &e);
}
