//@ flags: --block 32 --grid 4
//@ verdict: races=proved divergence=proved
// Exactly one lane has no lanes below it.
__global__ void k(int *out) {
    unsigned below, own;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(own));
    if (below == 0 && own == 1) out[blockIdx.x] = 1;
}
