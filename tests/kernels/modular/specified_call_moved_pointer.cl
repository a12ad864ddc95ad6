//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=inconclusive
// Offsets of access predicates count from the start of the array, wherever the pointer points.
void __spec_own(global int *p) {
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __writes_to(p);
}
kernel void k(global int *a) {
  __spec_own(a + 1);
  a[get_global_id(0) + 1] = 1;
}
