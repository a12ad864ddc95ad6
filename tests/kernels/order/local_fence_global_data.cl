//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The barrier orders local memory only; the exchange goes through global memory.
__kernel void k(__global int *a, __global int *b) {
    int tid = get_local_id(0);
    a[tid] = tid;                  //~ ERROR race
    barrier(CLK_LOCAL_MEM_FENCE);
    b[tid] = a[(tid + 1) % 64];    //~ ERROR race
}
