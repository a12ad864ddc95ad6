//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=unsupported
// A specification holds a contract and nothing else.
void __spec_write(global int *p) {
  __writes_to(p);
  p[0] = 1;
}
kernel void k(global int *a) {
  __spec_write(a);
}
