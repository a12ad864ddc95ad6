//@ flags: --block 32 --grid 1
//@ kernel: moved races=proved
//@ kernel: shifted races=refuted
// Volatile loads and stores are accesses like others.
__global__ void moved(float *out, const float *in) {
    float v;
    asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(v) : "l"(in + threadIdx.x));
    asm volatile("st.volatile.global.f32 [%0], %1;" : : "l"(out + threadIdx.x), "f"(v) : "memory");
}
__global__ void shifted(float *a) {
    float v;
    asm volatile("ld.volatile.global.f32 %0, [%1];" : "=f"(v) : "l"(a + threadIdx.x + 1));  //~ ERROR race
    asm volatile("st.volatile.global.f32 [%0], %1;" : : "l"(a + threadIdx.x), "f"(v) : "memory");  //~ ERROR race
}
