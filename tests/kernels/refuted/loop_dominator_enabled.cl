//@ flags: --block 32 --grid 1
//@ verdict: assertions=refuted
// The other thread may not be at the loop, but this one is.
__kernel void k(__local int *a) {
    int t = get_local_id(0);
    for (int i = t; __invariant(!__dominator_enabled()), i < 320; i += 32) { //~ ERROR assert
        a[t] -= i;
    }
}
