//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
kernel void k(global int *a, int n) {
  local int part[64];
  event_t e = 0;
  for (int i = 0; i < 4; i++) e = async_work_group_copy(part, a + 64 * i, 64, e);
  wait_group_events(1, &e);
}
