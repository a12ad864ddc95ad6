//@ flags: --block 9 --grid 1
//@ verdict: races=refuted bounds=refuted
// The table ends before the last thread.
__constant int base[8] = {0, 0, 10, 10, 20, 20, 31, 30};
__kernel void k(__global int *out) {
    int t = get_local_id(0);
    out[base[t] + t % 2] = t; //~ ERROR race bounds
}
