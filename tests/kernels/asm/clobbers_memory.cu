//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The programmer says that memory is touched.
__global__ void k(int *out) {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane) : : "memory");
    out[threadIdx.x] = lane;
}
