//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// One halves down, the other up.
__kernel void k(__global int *a, long n) {
  if (hadd(n, (long)0) != rhadd(n, (long)0)) a[0] = get_local_id(0); //~ ERROR race
}
