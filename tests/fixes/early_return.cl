// fix: move `barrier(CLK_LOCAL_MEM_FENCE);` in front of `if (get_global_id(0) >= n)`
// Work-items that return do not arrive.
//@ requires get_local_size(0) <= 64
__kernel void reverse(__global int *a, __global const int *b, int n) {
    __local int s[64];
    s[get_local_id(0)] = b[get_global_id(0)];
    if (get_global_id(0) >= n) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)];
}
