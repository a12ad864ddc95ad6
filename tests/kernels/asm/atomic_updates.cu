//@ flags: --block 64
//@ kernel: counted races=proved
//@ kernel: beside_plain races=refuted
//@ kernel: of_block races=refuted
//@ kernel: flag races=proved
//@ kernel: plain_flag races=refuted
//@ kernel: guarded races=proved
//@ kernel: other_type races=unsupported
//@ kernel: of_bits races=unsupported
//@ kernel: of_cluster races=unsupported
//@ kernel: of_shared_address races=unknown
//@ kernel: in_vector races=unsupported
// Atomic operations of PTX do not race with each other, whatever their order is; their scope counts, and so does their type.
__global__ void counted(unsigned *a, float *b, unsigned long long *c, int *low) {
    unsigned old;
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" : : "l"(a), "r"(1u) : "memory");
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(a), "r"(1u) : "memory");
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1+4], %2, %3;" : "=r"(old) : "l"(a), "r"(old), "r"(2u) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" : : "l"(b), "f"(1.0f));
    asm volatile("red.relaxed.sys.global.max.u64 [%0], %1;" : : "l"(c), "l"(7ull));
    asm volatile("atom.min.s32 _, [%0], %1;" : : "l"(low), "r"(-1));
}
__global__ void beside_plain(unsigned *a) {
    asm volatile("red.global.add.u32 [%0], %1;" : : "l"(a), "r"(1u));  //~ ERROR race
    if (threadIdx.x == 0) a[1] = *a;  //~ ERROR race
}
// Atomic for the threads of a block only.
__global__ void of_block(unsigned *a) {
    asm volatile("red.relaxed.cta.global.add.u32 [%0], %1;" : : "l"(a), "r"(1u));  //~ ERROR race
}
__global__ void flag(unsigned *a) {
    unsigned seen;
    if (threadIdx.x == 0) asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(a), "r"(1u) : "memory");
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(a) : "memory");
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(seen) : "l"(a));
}
__global__ void plain_flag(unsigned *a) {
    unsigned seen;
    if (threadIdx.x == 0) *a = 1;  //~ ERROR race
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(a) : "memory");  //~ ERROR race
}
__global__ void guarded(unsigned *a, int n) {
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; @p red.global.or.b32 [%0], %1;}" : : "l"(a), "r"(1u), "r"(n));
}
__global__ void other_type(unsigned *a) {
    asm volatile("red.global.add.f32 [%0], %1;" : : "l"(a), "r"(1u));
}
__global__ void of_bits(unsigned *a) {
    asm volatile("red.global.min.b32 [%0], %1;" : : "l"(a), "r"(1u));
}
__global__ void of_cluster(unsigned *a) {
    asm volatile("red.relaxed.cluster.global.add.u32 [%0], %1;" : : "l"(a), "r"(1u));
}
__global__ void of_shared_address(unsigned a) {
    asm volatile("red.shared.add.u32 [%0], %1;" : : "r"(a), "r"(1u));
}
__global__ void in_vector(float *a) {
    asm volatile("red.global.v2.f32.add [%0], {%1, %2};" : : "l"(a), "f"(1.0f), "f"(2.0f));
}
