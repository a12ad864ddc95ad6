//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The store stands behind harmless instructions, in a block and a comment's end; nobody says that memory changes.
__global__ void k(int *out) {
    unsigned lane, address = 0;
    asm volatile("mov.u32 %0, %%laneid; /* { */\n\t"
                 "{ .reg .u32 t; add.u32 t, %1, 4; // st\n\t"
                 "st.shared.u32 [t], %0; }"
                 : "=r"(lane)
                 : "r"(address));
    out[threadIdx.x] = lane;
}
