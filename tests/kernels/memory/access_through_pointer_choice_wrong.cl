//@ flags: --gpuverify --benign --block 32 --grid 1
//@ verdict: assertions=refuted
// The other array is written elsewhere.
__kernel void k(__global int *a, __global int *b, int which) {
  int t = get_local_id(0);
  __global int *p = which > 3 ? a : b;
  b[31 - t] = 0;
  for (int i = 0; __global_invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 32 == t)), i < 4; i++) //~ ERROR assert
    p[32 * i + t] = i;
}
