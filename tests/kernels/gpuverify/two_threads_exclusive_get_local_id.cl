//@ flags: --block 64 --grid 4
//@ verdict: assertions=!proved
kernel void k(global int *a) {
  __assert(__exclusive(get_local_id(0) == 4));
}
