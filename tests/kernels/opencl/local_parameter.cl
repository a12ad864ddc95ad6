//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Local memory from the host, reduced with barriers.
__kernel void k(__global const int *in, __global int *out, __local int *s) {
    int t = get_local_id(0);
    s[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = s[0];
}
