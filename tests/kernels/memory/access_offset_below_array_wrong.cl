//@ flags: --gpuverify --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// Taken as a signed number the offset would be small enough.
//@ gap: assertions=inconclusive a run that leaves the array confirms nothing
__kernel void k(__global int *a, int m) {
  __requires(m == -1 | m == 0);
  int t = get_local_id(0);
  a[64 * m + t] = 1;
  __assert(__write_implies(a, __write_offset_bytes(a) / sizeof(int) <= t)); //~ ERROR assert
}
