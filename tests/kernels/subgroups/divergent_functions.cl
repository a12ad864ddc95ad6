//@ flags: --block 64 --grid 2 --clang-opt -cl-std=CL2.0
//@ verdict: divergence=refuted
//@ kernel: whole_sub_group divergence=proved races=proved
//@ kernel: uniform_loop divergence=proved races=proved
//@ kernel: shuffle_of_some divergence=proved races=proved
//@ kernel: by_contents divergence=depends-on-contents|refuted
// All work-items of a sub-group have to reach its functions, but for shuffles and functions on those that are there.
__kernel void half_of_it(__global int *out) {
  int t = get_local_id(0), v = 0;
  if (t % 32 < 16) v = sub_group_reduce_add(t);                 //~ ERROR divergence
  out[get_global_id(0)] = v;
}
__kernel void returned(__global int *out, int n) {
  if (get_global_id(0) >= n) return;
  out[get_global_id(0)] = sub_group_scan_inclusive_add(1);      //~ ERROR divergence
}
__kernel void barrier_in_branch(__global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = t;
  if (t & 1) sub_group_barrier(CLK_LOCAL_MEM_FENCE);            //~ ERROR divergence
  out[get_global_id(0)] = s[t];
}
__kernel void fewer_rounds(__global int *out, int n) {
  int sum = 0;
  for (int i = get_local_id(0); i < n; i += 64) sum += sub_group_any(i > 5);  //~ ERROR divergence
  out[get_global_id(0)] = sum;
}
// The work-items name different ones that are to give the value.
__kernel void broadcast_of_own(__global int *out) {
  int t = get_local_id(0);
  out[get_global_id(0)] = sub_group_broadcast(t, t & 7);        //~ ERROR divergence
}
__kernel void by_contents(__global int *out, __global const int *in) {
  int i = get_global_id(0), v = 0;
  if (in[i] > 0) v = sub_group_reduce_max(in[i]);               //~ ERROR divergence
  out[i] = v;
}
__kernel void whole_sub_group(__global int *out) {
  int t = get_local_id(0), v = 0;
  if (get_sub_group_id() == 1) v = sub_group_reduce_add(t) + sub_group_broadcast(t, 3);
  out[get_global_id(0)] = v;
}
__kernel void uniform_loop(__global int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += sub_group_broadcast((int)get_local_id(0), i % 32);
  out[get_global_id(0)] = sum;
}
__kernel void shuffle_of_some(__global int *out) {
  int t = get_local_id(0), v = 0;
  if (t % 32 < 16) v = sub_group_shuffle_xor(t, 1) + sub_group_non_uniform_reduce_add(t) + sub_group_elect();
  out[get_global_id(0)] = v;
}
