// warpproof: proved with --local_size=128
// The sum of 128 elements per work-group, by a tree in local memory, for any number of work-groups.

__kernel void reduce_tree(__global const int *in, __global int *out) {
    __local int partial[128];
    int t = get_local_id(0);
    partial[t] = in[get_group_id(0) * 128 + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_size = 64; half_size > 0; half_size >>= 1) {
        if (t < half_size)
            partial[t] += partial[t + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        out[get_group_id(0)] = partial[0];
}
