//@ flags: --gpuverify --benign --block 32 --grid 1
//@ verdict: races=proved assertions=proved
// `p` is one of two arrays; the predicate speaks of the one that it is.
__kernel void k(__global int *a, __global int *b, int which, int n) {
  int t = get_local_id(0);
  __global int *p = which > 3 ? a : b;
  for (int i = 0; __global_invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 32 == t)), i < n; i++)
    p[32 * i + t] = i;
}
