//@ flags: --block 16,4 --grid 1
//@ verdict: races=refuted divergence=proved
// Rows 0 and 2 hold lanes 0 to 15 of their warps.
__global__ void k(int *out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane < 16) out[lane] = threadIdx.y; //~ ERROR race
}
