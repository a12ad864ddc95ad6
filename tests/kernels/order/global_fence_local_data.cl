//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The barrier orders global memory only; the exchange goes through local memory.
__kernel void k(__global int *b) {
    __local int s[64];
    int tid = get_local_id(0);
    s[tid] = tid;                   //~ ERROR race
    barrier(CLK_GLOBAL_MEM_FENCE);
    b[tid] = s[(tid + 1) % 64];     //~ ERROR race
}
