// warpproof: refuted WP0101
// The local id takes the place of the global one: all work-groups write the same cells.

__kernel void vector_add(__global const float *a, __global const float *b, __global float *c, int n) {
    int i = get_local_id(0);
    if (i < n)
        c[i] = a[i] + b[i];
}
