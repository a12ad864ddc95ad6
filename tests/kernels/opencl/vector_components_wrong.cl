//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// `.hi` is components 2 and 3; `.w` is component 3.
__kernel void k(__global int4 *a) {
    int t = get_local_id(0);
    if (t == 0) a[0].hi = (int2)(1, 2); //~ ERROR race
    if (t == 1) a[0].w = 3;             //~ ERROR race
}
