//@ revisions: right bad
//@ flags: --block 8,8 --grid 1 --clang-opt -cl-std=CL2.0
//[right]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Work-items are numbered along the first dimension first: a sub-group is four rows of eight.
__kernel void rows(__global int *out) {
  __local int s[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  s[y][x] = x; //[bad]~ ERROR race
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#ifdef bad
  out[y * 8 + x] = s[x][y]; //[bad]~ ERROR race
#else
  out[y * 8 + x] = s[y ^ 3][x ^ 7];
#endif
}
