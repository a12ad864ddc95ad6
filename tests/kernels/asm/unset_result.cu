//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// A predicate may leave the index as it was, or not.
__global__ void k(int *out) {
    unsigned i = threadIdx.x;
    asm("{ .reg .pred p; setp.lt.u32 p, %0, 32; @p mov.u32 %0, %%laneid; }" : "+r"(i));
    out[i] = 1;
}
