//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported assertions=unsupported
// The program stores to the array that stands for another one.
__kernel void stored(__global int *out) {
  __local int a[64];
  __local int before[64];
  int t = get_local_id(0);
  a[t] = t;
  __array_snapshot(before, a);
  before[t] = 7;
  __assert(before[t] == t);
}
