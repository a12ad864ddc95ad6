//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted divergence=proved
// A function of the file is what the file says.
int qcom_sub_group_reduce_add(int v) { return v & 1; }
__kernel void k(__global int *out) {
  out[qcom_sub_group_reduce_add(get_local_id(0))] = get_local_id(0); //~ ERROR race
}
