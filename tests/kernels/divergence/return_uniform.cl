//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// The whole group returns or none of it.
__kernel void k(__global int *a, int n) {
    if (get_group_id(0) >= n) return;
    a[get_global_id(0)] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
}
