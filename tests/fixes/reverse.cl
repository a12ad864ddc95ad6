// fix: insert `barrier(CLK_LOCAL_MEM_FENCE);` in front of `a[get_global_id(0)] = s[63 - t];`
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void reverse(__global int *a) {
    __local int s[64];
    int t = get_local_id(0);
    s[t] = a[get_global_id(0)];
    a[get_global_id(0)] = s[63 - t];
}
