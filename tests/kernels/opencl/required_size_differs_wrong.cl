//@ flags: --gpuverify --block 32 --grid 2
//@ verdict: races=refuted
// Right for groups of 16, which the source demands and the option does not.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(__global int *a) {
  a[get_group_id(0) * 16 + get_local_id(0)] = get_group_id(0); //~ ERROR race
}
