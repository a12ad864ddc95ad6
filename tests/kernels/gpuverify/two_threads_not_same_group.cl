//@ flags: --block 64 --grid 4
//@ verdict: assertions=!proved
kernel void k(global int *a) {
  __assert(!__same_group);
}
