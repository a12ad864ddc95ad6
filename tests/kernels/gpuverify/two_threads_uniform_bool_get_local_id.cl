//@ flags: --block 64 --grid 4
//@ verdict: assertions=!proved
kernel void k(global int *a) {
  __assert(__uniform_bool(get_local_id(0) > 2));
}
