//@ verdict: races=!refuted divergence=proved
// True: no race. Whether it is proved depends on how far the solver gets: the pitch is the global size.
// The row pitch is the global size in x.
__kernel void k(__global int *a) {
    size_t x = get_global_id(0), y = get_global_id(1);
    a[y * get_global_size(0) + x] = 1;
}
