//@ flags: --block 64 --grid * --gpuverify
//@ verdict: races=proved divergence=proved assertions=proved
// Every group copies its part in, works on it behind a barrier, and copies it out.
kernel void k(global float *a) {
  local float part[64];
  event_t in = async_work_group_copy(part, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &in);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  part[get_local_id(0)] *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  event_t out = async_work_group_copy(a + 64 * get_group_id(0), part, 64, 0);
  wait_group_events(1, &out);
}
