//@ flags: --block 64 --grid 1
//@ kernel: given races=!proved
//@ kernel: of_two races=!proved
//@ kernel: of_loaded races=!proved
//@ kernel: pointer_as_shared_address races=unsupported
// A number that no array of the kernel gives, or more than one, is the address of nobody knows what.
__global__ void given(unsigned at, float *out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = 1;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(at), "f"(2.0f) : "memory");
    out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void of_two(float *out) {
    __shared__ float first[64], second[64];
    unsigned a = (unsigned)__cvta_generic_to_shared(first), b = (unsigned)__cvta_generic_to_shared(second);
    first[threadIdx.x] = 1;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(a + (b - a) / 2), "f"(2.0f) : "memory");
}
__global__ void of_loaded(unsigned *table, float *out) {
    __shared__ float tile[64];
    unsigned a = (unsigned)__cvta_generic_to_shared(tile);
    tile[threadIdx.x] = 1;
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(table[a / 64]), "f"(2.0f) : "memory");
}
__global__ void pointer_as_shared_address(float *out) {
    __shared__ float tile[64];
    asm volatile("st.shared.f32 [%0], %1;" : : "l"(tile), "f"(2.0f) : "memory");
}
