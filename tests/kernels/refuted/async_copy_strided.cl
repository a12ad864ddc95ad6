//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=refuted divergence=proved
kernel void k(global int *a) {
  local int part[64];
  event_t e = async_work_group_strided_copy(part, a + 128 * get_group_id(0), 64, 2, 0); //~ ERROR race
  a[2 * get_global_id(0)] = 0; //~ ERROR race
  wait_group_events(1, &e);
}
