//@ flags: --gpuverify --block 32 --grid 2
//@ verdict: races=proved divergence=proved
// GPUVerify checks the size that it is asked about.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *a) {
  a[get_global_id(0)] = get_local_size(0);
}
