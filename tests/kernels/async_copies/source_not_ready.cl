//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=refuted divergence=proved
kernel void k(global int *a) {
  local int part[64];
  part[get_local_id(0)] = 1; //~ ERROR race
  event_t e = async_work_group_copy(a, part, 64, 0); //~ ERROR race
  wait_group_events(1, &e);
}
