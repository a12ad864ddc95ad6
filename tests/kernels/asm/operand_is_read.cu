//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The operands are accesses of the thread: one is read, the other read and written.
__global__ void k(unsigned *a) {
    unsigned t = threadIdx.x;
    asm("add.u32 %0, %0, %1;" : "+r"(a[t]) : "r"(a[(t + 1) % 64])); //~ ERROR race
}
