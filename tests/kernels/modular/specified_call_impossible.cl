//@ flags: --block 64 --grid 4 --gpuverify
//@ verdict: assertions=!refuted
// No function does what is promised, so nothing behind the call is reached; the promise about memory is not used.
void __spec_impossible(global int *p) {
  __ensures(p[get_global_id(0)] == __old_int(p[get_global_id(0)]) + 1);
}
kernel void k(global int *a) {
  __spec_impossible(a);
  __assert(false);
}
