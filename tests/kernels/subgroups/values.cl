//@ revisions: good bad
//@ flags: --block 32 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: assertions=!refuted
//[bad]@ verdict: assertions=refuted
// What the functions return. A sub-group has work-items 0 to 31 here.
#ifdef bad
#define CHECK(RIGHT, WRONG) __assert(WRONG)
#else
#define CHECK(RIGHT, WRONG) __assert(RIGHT)
#endif
__kernel void reduced(__global int *a) {
  int t = get_local_id(0);
  int sum = sub_group_reduce_add(t);
  CHECK(sum == 496, sum == 495); //[bad]~ ERROR assert
}
__kernel void least(__global int *a) {
  char c = (char)get_local_id(0) - 40;
  char least = sub_group_reduce_min(c);
  CHECK(least == -40, least == 0); //[bad]~ ERROR assert
}
__kernel void greatest(__global int *a) {
  uint u = 0u - get_local_id(0);
  uint greatest = sub_group_reduce_max(u);
  CHECK(greatest == 0xffffffffu, greatest == 0u); //[bad]~ ERROR assert
}
__kernel void inclusive(__global int *a) {
  long t = get_local_id(0);
  long sum = sub_group_scan_inclusive_add(t);
  CHECK(sum == t * (t + 1) / 2, sum == t * (t - 1) / 2); //[bad]~ ERROR assert
}
__kernel void exclusive(__global int *a) {
  int t = get_local_id(0);
  int most = sub_group_scan_exclusive_max(t);
  CHECK(most == (t == 0 ? INT_MIN : t - 1), most == t - 1); //[bad]~ ERROR assert
}
__kernel void exclusive_of_floats(__global int *a) {
  float t = get_local_id(0);
  float least = sub_group_scan_exclusive_min(t + 1);
  CHECK(t == 0 ? isinf(least) : least == 1, least == 1); //[bad]~ ERROR assert
}
__kernel void floats(__global int *a) {
  float sum = sub_group_reduce_add(2.0f);
  CHECK(sum == 64, sum == 62); //[bad]~ ERROR assert
}
__kernel void broadcast(__global int *a) {
  int v = sub_group_broadcast((int)get_local_id(0) * 3, 5);
  CHECK(v == 15, v == 3 * get_local_id(0)); //[bad]~ ERROR assert
}
__kernel void rotated(__global int *a) {
  uint t = get_local_id(0), v = sub_group_rotate(t, 30);
  CHECK(v == (t + 30) % 32, v == t + 30); //[bad]~ ERROR assert
}
__kernel void clusters(__global int *a) {
  uint t = get_local_id(0), v = sub_group_clustered_reduce_max(t, 8);
  CHECK(v == t / 8 * 8 + 7, v == 31); //[bad]~ ERROR assert
}
__kernel void votes(__global int *a) {
  int t = get_local_id(0);
  int v = (sub_group_all(t < 32) != 0) + 2 * (sub_group_any(t == 32) != 0);
  CHECK(v == 1, v == 3); //[bad]~ ERROR assert
}
__kernel void ballots(__global int *a) {
  int t = get_local_id(0);
  uint4 bits = sub_group_ballot(t % 4 == 1);
  uint low = bits.x, high = bits.y;
  int own = sub_group_inverse_ballot(bits);
  CHECK(low == 0x22222222u && high == 0 && own == (t % 4 == 1), low == 1); //[bad]~ ERROR assert
}
__kernel void elected(__global int *a) {
  int t = get_local_id(0), first = -1;
  if (t >= 7) first = sub_group_elect();
  CHECK(first == -(t < 7) + (t == 7), first != 1); //[bad]~ ERROR assert
}
__kernel void intel_down(__global int *a) {
  int t = get_local_id(0), v = intel_sub_group_shuffle_down(t, t + 100, 2u);
  CHECK(v == (t < 30 ? t + 2 : t + 70), v == t + 2); //[bad]~ ERROR assert
}
__kernel void intel_up(__global int *a) {
  int t = get_local_id(0), v = intel_sub_group_shuffle_up(t + 100, t, 2u);
  CHECK(v == (t < 2 ? t + 130 : t - 2), v == t - 2); //[bad]~ ERROR assert
}
