//@ flags: --block 64 --grid 8 --gpuverify
//@ verdict: races=proved divergence=proved assertions=proved
// One claim at two loops. No store of the loops can break it, whenever it is asserted; the last one can, but comes behind both.
#define CLAIM __invariant(__write_implies(a, \
      (((__write_offset_bytes(a) / sizeof(int)) / 16) == get_global_id(0)) & \
      (((__write_offset_bytes(a) / sizeof(int)) % 16) <= 7)))
kernel void k(global int *a, int n) {
  int row = 16 * get_global_id(0);
  for (int i = 0; CLAIM, i < 8; i++)
    a[row + i] = i;
  for (int j = 0; CLAIM, j < 4; j++)
    a[row + 2 * j] += 1;
  a[row + 8] = n;
}
