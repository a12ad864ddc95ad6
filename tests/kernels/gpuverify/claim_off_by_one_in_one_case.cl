//@ flags: --block 32,16 --grid 8,8 --gpuverify
//@ verdict: races=proved divergence=proved assertions=refuted
// The claim leaves out the last column of the interior.
#define max(x, y) ((x) > (y) ? (x) : (y))
kernel void k(global int *a, global int *b, int n) {
  __requires(n == 256);
  long bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  long row = 32 * bx + tx;
  if (row >= 1 && row + 2 <= n)
    for (long c = max(ty, (ty + 32 * by + 15) % 16 - 32 * by + 1); c <= 31 && 32 * by + c + 2 <= n; c += 16)
      b[row * n + (32 * by + c)] = a[row * n + (32 * by + c)];
  __function_wide_invariant(__write_implies(b, //~ ERROR assert
      (((__write_offset_bytes(b) / sizeof(int)) % n) >= 1) &
      (((__write_offset_bytes(b) / sizeof(int)) % n) + 3 <= n)));
}
