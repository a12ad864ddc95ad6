//@ flags: --block 16,2 --grid 1
//@ verdict: races=proved divergence=proved
// Lane 0 is one thread, though two threads have threadIdx.x == 0.
__global__ void k(int *out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == 0) out[threadIdx.x] = 1;
}
