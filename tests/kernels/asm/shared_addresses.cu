//@ revisions: good bad
//@ flags: --block 256 --grid 1
//@ kernel: reversed bounds=proved
//@ kernel: in_registers bounds=proved
//[good]@ kernel: reversed races=proved
//[good]@ kernel: in_registers races=proved
//[good]@ kernel: swizzled races=proved
//[good]@ kernel: two_arrays races=proved
//[good]@ kernel: chosen races=proved
//[good]@ kernel: back races=proved
//[good]@ kernel: in_loop races=proved
//[bad]@ kernel: reversed races=refuted
//[bad]@ kernel: in_registers races=refuted
//[bad]@ kernel: swizzled races=refuted
//[bad]@ kernel: two_arrays races=refuted
//[bad]@ kernel: chosen races=refuted
//[bad]@ kernel: back races=refuted
//[bad]@ kernel: in_loop races=refuted
// An address in shared memory is a number that leads into the array whose address it was computed from.
// bad: a barrier is missing, or two threads compute the same address.
__device__ unsigned address(const void *pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }
__device__ void put(unsigned at, float value) {
    asm volatile("st.shared.f32 [%0], %1;" : : "r"(at), "f"(value) : "memory");  //[bad]~ ERROR race
}
__device__ float get(unsigned at) {
    float value;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(at) : "memory");  //[bad]~ ERROR race
    return value;
}
__device__ void barrier() {
#ifndef bad
    __syncthreads();
#endif
}
__global__ void reversed(float *out, const float *in) {
    __shared__ float tile[256];
    put(address(&tile[threadIdx.x]), in[threadIdx.x]);
    barrier();
    out[threadIdx.x] = get(address(tile) + 4 * (255 - threadIdx.x));
}
__global__ void in_registers(float *out) {
    __shared__ float tile[256];
    unsigned base;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(base) : "l"(tile));
    put(base + 4 * threadIdx.x, 1.0f);
    barrier();
    float value;
    asm volatile("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; ld.shared.f32 %0, [wide+4]; }"  //[bad]~ ERROR race
                 : "=f"(value) : "l"(&tile[threadIdx.x / 2]) : "memory");
    out[threadIdx.x] = value;
}
__global__ void swizzled(float *out) {
    __shared__ float tile[32][32];
    unsigned base = address(tile);
    for (unsigned row = threadIdx.x / 32; row < 32; row += 8) {
        unsigned column = threadIdx.x % 32;
#ifdef bad
        column |= row;
#else
        column ^= row;
#endif
        put(base + (row * 32 + column) * 4, 1.0f);
    }
}
__global__ void two_arrays(float *out) {
    __shared__ float first[256], second[256];
    put(address(first) + 4 * threadIdx.x, 1.0f);
#ifdef bad
    put(address(first) + 4 * (threadIdx.x ^ 1), 2.0f);
#else
    put(address(second) + 4 * (threadIdx.x ^ 1), 2.0f);
#endif
}
__global__ void chosen(float *out, int which) {
    __shared__ float first[256], second[256];
    unsigned base = which ? address(first) : address(second);
#ifdef bad
    put(base + 4 * (threadIdx.x / 2), 1.0f);
#else
    put(base + 4 * threadIdx.x, 1.0f);
#endif
}
__global__ void back(float *out) {
    __shared__ float tile[256];
    float *p = static_cast<float *>(__cvta_shared_to_generic(__cvta_generic_to_shared(tile)));
    p[threadIdx.x] = 1;  //[bad]~ ERROR race
    barrier();
    out[threadIdx.x] = tile[255 - threadIdx.x];  //[bad]~ ERROR race
}
__global__ void in_loop(float *out, int n) {
    __shared__ float tile[2][256];
    unsigned at = address(tile) + 4 * threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        put(at, i);
        barrier();
        sum += tile[0][255 - threadIdx.x];  //[bad]~ ERROR race
        barrier();
    }
    out[threadIdx.x] = sum;
}
