// fix: insert `barrier(CLK_GLOBAL_MEM_FENCE);` in front of `b[get_global_id(0)] = a[get_group_id(0) * get_local_size(0)]...`
// The work-items of one group share a part of a global array.
__kernel void first(__global int *restrict a, __global int *restrict b) {
    a[get_global_id(0)] = get_local_id(0);
    b[get_global_id(0)] = a[get_group_id(0) * get_local_size(0)];
}
