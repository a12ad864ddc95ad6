//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: Only the chosen operand counts: each thread has its index.
// bad: Only the chosen operand counts: two threads get one index.
__kernel void choose(__global int *a) {
#ifdef bad
  int k = __builtin_choose_expr(1, 2, 1);
#else
  int k = __builtin_choose_expr(0, 2, 1);
#endif
  a[get_local_id(0) / k] = get_local_id(0); //[bad]~ ERROR race
}
__kernel void selected(__global int *a) {
#ifdef bad
  int k = _Generic(a[0], float: 1, int: 2, default: 1);
#else
  int k = _Generic(1.0f, float: 1, int: 2, default: 2);
#endif
  a[get_local_id(0) / k] = get_local_id(0); //[bad]~ ERROR race
}
