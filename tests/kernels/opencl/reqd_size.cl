//@ verdict: races=proved divergence=proved
// The attribute fixes the group at 64, the number of groups is free.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *out) {
    __local int s[64];
    int t = get_local_id(0);
    s[63 - t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[t];
}
