//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=inconclusive
// Nothing is said of the result.
int __spec_pick(int i) {
  __requires(i >= 0);
}
kernel void k(global int *a) {
  a[__spec_pick(get_global_id(0))] = get_global_id(0);
}
