//@ flags: --block 32 --grid 1
//@ verdict: races=proved divergence=proved
// At the head of the loop `__dominator_enabled()` is true of the thread itself.
__kernel void k(__local int *a) {
    int t = get_local_id(0);
    for (int i = t; __global_invariant(__implies(__dominator_enabled() & __read(a), __read_offset_bytes(a) / sizeof(int) == t)),
         i < 320; i += 32) {
        a[t] -= i;
    }
}
