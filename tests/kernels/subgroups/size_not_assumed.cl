//@ flags: --warp-size 64 --without warp-size --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=!proved divergence=!proved
// Without the assumption on the size nothing is proved.
__kernel void halves(__global int *out) {
  __local int s[64];
  int t = get_local_id(0);
  s[t] = t;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[t] = s[t ^ 32];
}
