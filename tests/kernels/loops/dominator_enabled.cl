//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: assertions=refuted
// good: At the head of the loop `__dominator_enabled()` is true of the thread itself.
// bad: The other thread may not be at the loop, but this one is.
__kernel void k(__local int *a) {
    int t = get_local_id(0);
#ifdef bad
    for (int i = t; __invariant(!__dominator_enabled()), i < 320; i += 32) { //[bad]~ ERROR assert
#else
    for (int i = t; __global_invariant(__implies(__dominator_enabled() & __read(a), __read_offset_bytes(a) / sizeof(int) == t)),
         i < 320; i += 32) {
#endif
        a[t] -= i;
    }
}
