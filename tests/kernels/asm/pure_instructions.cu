//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// What the instructions compute is not known and not needed; what is not written is kept.
__global__ void k(unsigned *out, const unsigned *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], low, sum;
    asm("bfe.u32 %0, %1, 0, 8;" : "=r"(low) : "r"(v));
    asm("mad.lo.u32 %0, %1, %2, %0;" : "+r"(v) : "r"(low), "r"(3));
    asm("{.reg .pred p; setp.gt.u32 p, %1, 7; selp.u32 %0, %1, %2, p;}" : "=r"(sum) : "r"(v), "r"(low) : "cc");
    asm volatile("" : "+r"(i));
    out[i] = sum;
}
