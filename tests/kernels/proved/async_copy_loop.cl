//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=proved divergence=proved assertions=proved
// Tile by tile, with a barrier behind the wait and one before the next copy.
kernel void k(global int *a, global int *b) {
  local int part[64];
  int sum = 0;
  for (int i = 0; i < 8; i++) {
    event_t e = async_work_group_copy(part, a + 64 * i, 64, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += part[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[get_global_id(0)] = sum;
}
