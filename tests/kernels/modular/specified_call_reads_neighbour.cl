//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=inconclusive
void __spec_next(global int *p) {
  __ensures(__read_implies(p, __read_offset_bytes(p) / sizeof(int) == get_global_id(0) + 1));
  __reads_from(p);
}
kernel void k(global int *a) {
  __spec_next(a);
  a[get_global_id(0)] = 1;
}
