//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=proved assertions=proved
// `a` may point into an array: offsets before it are great unsigned numbers, whose remainder is that of the index.
__kernel void k(__global int *a, uint rows) {
  int t = get_local_id(0);
  for (uint i = 0; i < rows; i++) {
    a[64 * (long)(int)i + t] = 1;
    __assert(__write_implies(a, __write_offset_bytes(a) / sizeof(int) % 64 == t));
  }
}
