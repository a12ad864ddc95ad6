//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: assertions=!proved
void __spec_positive(int i) {
  __requires(i > 0);
}
kernel void k(global int *a) {
  __spec_positive(get_local_id(0));
}
