//@ flags: --block 64 --grid 1
//@ verdict: divergence=inconclusive
// Each read gives another value, in each thread.
__global__ void k(int *out) {
    unsigned a, b;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(a));
    asm volatile("mov.u32 %0, %%clock;" : "=r"(b));
    if (a == b) __syncthreads();
    out[threadIdx.x] = a;
}
