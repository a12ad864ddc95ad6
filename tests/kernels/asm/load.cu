//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// A volatile load is no atomic one.
__global__ void k(int *a) {
    int v;
    asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(v) : "l"(a) : "memory");  //~ ERROR race
    a[threadIdx.x] = v;  //~ ERROR race
}
