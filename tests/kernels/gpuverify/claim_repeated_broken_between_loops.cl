//@ flags: --block 64 --grid 8 --gpuverify
//@ verdict: races=proved divergence=proved assertions=refuted
// One claim at two loops, true at the first; the store between them breaks it for the second.
#define CLAIM __invariant(__write_implies(a, \
      (((__write_offset_bytes(a) / sizeof(int)) / 16) == get_global_id(0)) & \
      (((__write_offset_bytes(a) / sizeof(int)) % 16) <= 7)))
kernel void k(global int *a, int n) {
  int row = 16 * get_global_id(0);
  for (int i = 0; CLAIM, i < 8; i++)
    a[row + i] = i;
  a[row + 8] = n;
  for (int j = 0; CLAIM, j < 4; j++)
    a[row + 2 * j] += 1;
}
