//@ revisions: good bad
//@ flags: --block 64 --grid 4 --gpuverify
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: The copy reads even cells while odd ones are written.
kernel void k(global int *a) {
  local int part[64];
  event_t e = async_work_group_strided_copy(part, a + 128 * get_group_id(0), 64, 2, 0); //[bad]~ ERROR race
#ifdef bad
  a[2 * get_global_id(0)] = 0; //[bad]~ ERROR race
#else
  a[2 * get_global_id(0) + 1] = 0;
#endif
  wait_group_events(1, &e);
}
