//@ revisions: good bad
//[good]@ flags: --block 8 --grid 1
//[bad]@ flags: --block 9 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted bounds=refuted
// good: Every block of two threads has its own pair of cells.
// bad: The table ends before the last thread.
#ifdef bad
__constant int base[8] = {0, 0, 10, 10, 20, 20, 31, 30};
#else
__constant int base[8] = {0, 0, 10, 10, 20, 20, 30, 30};
#endif
__kernel void k(__global int *out) {
    int t = get_local_id(0);
    out[base[t] + t % 2] = t; //[bad]~ ERROR race bounds
}
