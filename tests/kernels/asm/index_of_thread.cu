//@ verdict: races=proved divergence=proved
// Several instructions, comments and registers of their own; the launch is any.
__global__ void k(unsigned *out, unsigned n) {
    unsigned thread, size, block, rows;
    asm("{\n\t"
        ".reg .u32 t<2>; /* t0 and t1; */\n\t"
        "mov.u32 t0, %%tid.x; // along x\n\t"
        "mov.u32 %0, t0;\n\t"
        "mov.u32 %[size], %%ntid.x;\n\t"
        "}"
        : "=r"(thread), [size] "=r"(size));
    asm volatile("mov.u32 %0, %%ctaid.x;\n mov.u32 %1, %%ctaid.y;" : "=r"(block), "=r"(rows));
    unsigned i = block * size + thread;
    if (i < n && rows == 0 && threadIdx.y == 0 && threadIdx.z == 0 && blockIdx.z == 0) out[i] = i;
}
