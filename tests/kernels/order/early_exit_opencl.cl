//@ flags: --block 64 --grid 4
//@ verdict: divergence=refuted
// In OpenCL every work-item of the group must reach the barrier.
__kernel void k(__global const int *in, __global int *out, int n) {
    __local int s[64];
    int tid = get_local_id(0);
    int gid = get_global_id(0);
    if (gid >= n) return;
    s[tid] = in[gid];
    barrier(CLK_LOCAL_MEM_FENCE); //~ ERROR divergence
    out[gid] = s[(tid + 1) % 64];
}
