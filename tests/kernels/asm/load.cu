//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// What the assembly does to memory is not read.
__global__ void k(int *a) {
    int v;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(a) : "memory");
    a[threadIdx.x] = v;
}
