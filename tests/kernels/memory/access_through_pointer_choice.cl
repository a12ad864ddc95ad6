//@ revisions: good bad
//@ flags: --gpuverify --benign --block 32 --grid 1
//[good]@ verdict: races=proved assertions=proved
//[bad]@ verdict: assertions=refuted
// good: `p` is one of two arrays; the predicate speaks of the one that it is.
// bad: The other array is written elsewhere.
#ifdef bad
__kernel void k(__global int *a, __global int *b, int which) {
#else
__kernel void k(__global int *a, __global int *b, int which, int n) {
#endif
  int t = get_local_id(0);
  __global int *p = which > 3 ? a : b;
#ifdef bad
  b[31 - t] = 0;
  for (int i = 0; __global_invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 32 == t)), i < 4; i++) //[bad]~ ERROR assert
#else
  for (int i = 0; __global_invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 32 == t)), i < n; i++)
#endif
    p[32 * i + t] = i;
}
