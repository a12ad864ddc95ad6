//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: races=proved assertions=proved
// The function elsewhere writes the work-item's own cell, and its result is an own cell too.
int __spec_own(global int *p, int i) {
  __requires(i >= 0);
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __ensures(__return_val_int() == i + 1);
  __writes_to(p);
}
kernel void k(global int *a) {
  int next = __spec_own(a, get_global_id(0));
  a[next - 1] = 1;
}
