//@ flags: --block 64 --grid 4
//@ verdict: assertions=!proved
kernel void k(global int *a) {
  __assert(__all(get_local_id(0) < 63));
}
