//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The template tells what is accessed, whatever the clobber says.
__global__ void k(int *out) {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane) : : "memory");
    out[threadIdx.x] = lane;
}
