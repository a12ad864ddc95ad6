//@ flags: --block 64 --grid 1
//@ kernel: store races=proved
//@ kernel: same_place races=refuted
//@ kernel: template_of_macro races=unsupported
//@ kernel: name_as_text races=unsupported
// A statement may stand in a macro as a whole; macros inside of it are not replaced.
#define STORE(target, value) \
    asm volatile("st.global.u32 [%0], %1;" /* the pointer */ \
                 : : "l"(target), "r"(value) : "memory")
#define TWICE(target, value) { STORE(target, value); STORE(target, value); }
#define WITH(operation) asm volatile(operation ".global.u32 [%0], %1;" : : "l"(out), "r"(1) : "memory")
#define NAMED(operation) asm volatile(#operation ".global.u32 [%0], %1;" : : "l"(out), "r"(1) : "memory")
__global__ void store(unsigned *out) {
    TWICE(out + threadIdx.x, threadIdx.x);
}
__global__ void same_place(unsigned *out) {
    STORE(out, threadIdx.x);  //~ ERROR race
}
__global__ void template_of_macro(unsigned *out) {
    WITH("st");
}
__global__ void name_as_text(unsigned *out) {
    NAMED(st);
}
