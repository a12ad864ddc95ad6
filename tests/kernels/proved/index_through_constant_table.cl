//@ flags: --block 8 --grid 1
//@ verdict: races=proved
// Every block of two threads has its own pair of cells.
__constant int base[8] = {0, 0, 10, 10, 20, 20, 30, 30};
__kernel void k(__global int *out) {
    int t = get_local_id(0);
    out[base[t] + t % 2] = t;
}
