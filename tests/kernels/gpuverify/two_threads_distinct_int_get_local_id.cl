//@ flags: --block 64 --grid 4
//@ verdict: assertions=!proved
kernel void k(global int *a) {
  __assert(__distinct_int(get_local_id(0)));
}
