//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// Only the chosen operand counts: each thread has its index.
__kernel void choose(__global int *a) {
  int k = __builtin_choose_expr(0, 2, 1);
  a[get_local_id(0) / k] = get_local_id(0);
}
__kernel void selected(__global int *a) {
  int k = _Generic(1.0f, float: 1, int: 2, default: 2);
  a[get_local_id(0) / k] = get_local_id(0);
}
