//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Only the chosen operand counts: two threads get one index.
__kernel void choose(__global int *a) {
  int k = __builtin_choose_expr(1, 2, 1);
  a[get_local_id(0) / k] = get_local_id(0); //~ ERROR race
}
__kernel void selected(__global int *a) {
  int k = _Generic(a[0], float: 1, int: 2, default: 1);
  a[get_local_id(0) / k] = get_local_id(0); //~ ERROR race
}
