//@ flags: --block 8 --grid 1
//@ verdict: races=inconclusive
// In truth racy for c = -1: 8 ones as char, 32 as int.
__kernel void k(__global int *a, char c) {
  if (popcount(c) == 8 && popcount((int)c) == 32) a[0] = get_local_id(0); //~ WARNING race
}
