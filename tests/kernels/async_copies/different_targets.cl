//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: divergence=refuted
// Same offset, other array.
kernel void k(global int *a) {
  local int s[64], t[64];
  local int *p = get_local_id(0) == 1 ? s : t;
  event_t e = async_work_group_copy(p, a, 64, 0); //~ ERROR divergence
  wait_group_events(1, &e);
}
