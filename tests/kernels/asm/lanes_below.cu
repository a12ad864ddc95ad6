//@ revisions: good bad
//[good]@ flags: --block 32 --grid 4
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Exactly one lane has no lanes below it.
// bad: Lane 0 of either warp.
__global__ void k(int *out) {
#ifdef bad
    unsigned below;
#else
    unsigned below, own;
#endif
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
#ifdef bad
    if (below == 0) out[0] = threadIdx.x; //[bad]~ ERROR race
#else
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(own));
    if (below == 0 && own == 1) out[blockIdx.x] = 1;
#endif
}
