//@ flags: --block 64 --grid 1
//@ verdict: error
// An undeclared name.
__kernel void k(__global int *a) { a[get_local_id(0)] = undeclared_name; }
