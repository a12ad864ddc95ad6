//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Both address spaces are ordered.
__kernel void k(__global int *a, __global int *b) {
    __local int s[64];
    int tid = get_local_id(0);
    a[tid] = tid;
    s[tid] = tid;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    b[tid] = a[(tid + 1) % 64] + s[(tid + 2) % 64];
}
