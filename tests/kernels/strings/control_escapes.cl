//@ flags: --block 4 --grid 1
//@ kernel: same races=refuted
//@ kernel: other races=proved
// OpenCL C has the same literals.
__kernel void same(__global int *a) {
  __constant char *t = "\a\7\1\2";
  a[t[get_local_id(0)]] = get_local_id(0); //~ ERROR race
}
__kernel void other(__global int *a) {
  __constant char *t = "\a\b\1\2";
  a[t[get_local_id(0)]] = get_local_id(0);
}
