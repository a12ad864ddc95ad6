//@ flags: --block 1 --grid 1
//@ verdict: races=inconclusive
// The only work-item reads what is being copied: there is no second one to be compared with.
kernel void k(global int *a, global int *b) {
  local int part[64];
  event_t e = async_work_group_copy(part, a, 64, 0);
  b[0] = part[0];
  wait_group_events(1, &e);
}
