//@ flags: --block 64 --grid 1 --pointer-bits 32
//@ verdict: assertions=proved
// Where pointers have 32 bits, so does the size of one as a number.
__kernel void k(__global int *a) { __assert(sizeof(int *) == 4); a[get_global_id(0)] = sizeof(__local char **); }
