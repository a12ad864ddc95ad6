//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=inconclusive
int __spec_any(global int *p) {
  __requires(__no_write(p));
  __writes_to(p);
}
kernel void k(global int *a, global int *b) {
  __spec_any(a);
  a[get_global_id(0)] = 1;
}
