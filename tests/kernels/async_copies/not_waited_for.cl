//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=proved divergence=proved assertions=refuted
// A kernel may not end before its copies do.
kernel void k(global int *a) {
  local int part[64];
  async_work_group_copy(part, a, 64, 0); //~ ERROR assert
}
