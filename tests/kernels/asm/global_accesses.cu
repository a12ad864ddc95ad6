//@ verdict: races=proved divergence=proved
//@ kernel: shifted races=refuted
//@ kernel: beyond bounds=refuted
// Loads and stores of global memory through a pointer are accesses; a predicate guards them.
__device__ inline void load(uint4 &v, const void *p, bool wanted) {
    asm volatile("{.reg .pred p; setp.ne.b32 p, %5, 0; mov.b32 %0, 0;\n"
                 "@p ld.global.v4.u32 {%0, %1, %2, %3}, [%4];}"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p), "r"((int)wanted));
}
__device__ inline void store(float *p, float v) {
    asm volatile("st.global.cs.f32 [%0], %1;" : : "l"(p), "f"(v) : "memory");  //~ ERROR race
}
__global__ void copy(uint4 *out, const uint4 *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 v;
    load(v, in + i, i < n);
    if (i < n) out[i] = v;
}
__global__ void square(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    store(a + i, a[i] * a[i]);
}
__global__ void shifted(float *a) {
    float v;
    asm volatile("ld.global.nc.f32 %0, [%1+4];" : "=f"(v) : "l"(a + threadIdx.x));  //~ ERROR race
    store(a + threadIdx.x, v);
}
__device__ float row[64];
__global__ void beyond(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(row + i));  //~ ERROR bounds
    out[i] = v;
}
