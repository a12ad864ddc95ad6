//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// One group, and the barrier orders global memory.
__kernel void k(__global int *a, __global int *b) {
    int tid = get_local_id(0);
    a[tid] = tid;
    barrier(CLK_GLOBAL_MEM_FENCE);
    b[tid] = a[(tid + 1) % 64];
}
