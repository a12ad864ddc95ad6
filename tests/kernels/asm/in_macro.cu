//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The text of the statement is not at its place in the file.
#define LANE "mov.u32 %0, %%laneid;"
__global__ void k(int *out) {
    unsigned lane;
    asm(LANE : "=r"(lane));
    out[threadIdx.x] = lane;
}
