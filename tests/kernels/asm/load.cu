//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Only plain accesses are read: one that is volatile may be ordered.
__global__ void k(int *a) {
    int v;
    asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(v) : "l"(a) : "memory");
    a[threadIdx.x] = v;
}
