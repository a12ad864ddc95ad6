//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Lane 0 of either warp.
__global__ void k(int *out) {
    unsigned below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    if (below == 0) out[0] = threadIdx.x; //~ ERROR race
}
