//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// Leading zeros depend on the width.
__kernel void k(__global int *a, uchar n) {
  if (clz(n) != clz((uint)n)) a[0] = get_local_id(0); //~ ERROR race
}
