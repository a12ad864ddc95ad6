//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Local atomics, a barrier, then one global atomic per group.
__kernel void k(__global const int *in, volatile __global int *total) {
    __local int sum;
    if (get_local_id(0) == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, in[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(total, sum);
}
