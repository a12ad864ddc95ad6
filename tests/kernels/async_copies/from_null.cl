//@ flags: --block 64 --grid 2 --gpuverify
//@ verdict: bounds=refuted divergence=proved
kernel void k(global int *a) {
  local int part[64];
  global int *source = get_group_id(0) == 1 ? a : 0;
  event_t e = async_work_group_copy(part, source, 64, 0); //~ ERROR bounds
  wait_group_events(1, &e);
}
