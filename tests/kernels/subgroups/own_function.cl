//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted divergence=proved
// Functions of the file are what the file says.
int qcom_sub_group_reduce_add(int v) { return v & 1; }
float sub_group_reduce_add(float v) { return v / 4; }
__kernel void k(__global int *out) {
  out[qcom_sub_group_reduce_add(get_local_id(0))] = get_local_id(0); //~ ERROR race
}
__kernel void other(__global int *out) {
  int at = sub_group_reduce_add(get_local_id(0));
  out[at + sub_group_any(at > 0)] = get_local_id(0); //~ ERROR race
}
