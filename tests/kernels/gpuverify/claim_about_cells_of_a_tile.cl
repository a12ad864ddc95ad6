//@ revisions: good bad
//@ flags: --block 32,16 --grid 8,8 --gpuverify
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: races=proved divergence=proved assertions=refuted
// good: The first column of a thread is a maximum with a remainder in it, and the claim lists the interior of the grid and the
// corner that a thread begins with. The claim holds in each case of the maximum.
// bad: One case of the maximum breaks the claim: thread 0 of the first tile begins in column 16, which is not below 16.
#define max(x, y) ((x) > (y) ? (x) : (y))
kernel void k(global int *a, global int *b, int n) {
  __requires(n == 256);
  long bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  long row = 32 * bx + tx;
  if (row >= 1 && row + 2 <= n)
    for (long c = max(ty, (ty + 32 * by + 15) % 16 - 32 * by + 1); c <= 31 && 32 * by + c + 2 <= n; c += 16)
      b[row * n + (32 * by + c)] = a[row * n + (32 * by + c)];
  __function_wide_invariant(__write_implies(b, //[bad]~ ERROR assert
      ((__write_offset_bytes(b) / sizeof(int)) / n == row) &
#ifdef bad
      ((((__write_offset_bytes(b) / sizeof(int)) % n) % 32 < 16) | (ty > 0) | (by > 0) | (tx > 1))));
#else
      (((__write_offset_bytes(b) / sizeof(int)) % n) >= 1) &
      (((__write_offset_bytes(b) / sizeof(int)) % n) + 2 <= n) &
      ((((__write_offset_bytes(b) / sizeof(int)) % n) - ty) % 16 == 0)));
#endif
}
