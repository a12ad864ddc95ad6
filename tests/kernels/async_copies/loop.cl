//@ revisions: good bad
//@ flags: --block 64 --grid 4 --gpuverify
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Tile by tile, with a barrier behind the wait and one before the next copy.
// bad: The next copy overwrites what others still read.
kernel void k(global int *a, global int *b) {
  local int part[64];
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    event_t e = async_work_group_copy(part, a + 64 * i, 64, 0); //[bad]~ ERROR race
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += part[63 - get_local_id(0)]; //[bad]~ ERROR race
#ifndef bad
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  b[get_global_id(0)] = sum;
}
