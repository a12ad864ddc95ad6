//@ flags: --block 1 --grid 8
//@ verdict: races=inconclusive
// Two blocks may run on one multiprocessor; no launch decides it.
__global__ void k(int *out) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    out[sm] = blockIdx.x;
}
