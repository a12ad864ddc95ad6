//@ flags: --block 64
//@ verdict: races=refuted
// The barrier in the loop orders global memory only.
__kernel void fence(__global int *out, int n) {
  __local int s[64];
  int x = 1;
  for (int i = 0; i < n; i++) {
    x = x * 3 + s[(get_local_id(0) + 1) % 64]; //~ ERROR race
    barrier(CLK_GLOBAL_MEM_FENCE);
    s[get_local_id(0)] = x; //~ ERROR race
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x;
}
