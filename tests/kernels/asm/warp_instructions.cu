//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
//@ kernel: whole assertions=proved
//@ kernel: first_half assertions=possible
// All lanes of a warp have to execute such an instruction; its result is not known.
__global__ void whole(unsigned *out, const unsigned *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], most;
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1F, 0xFFFFFFFF;" : "=r"(v) : "r"(v));
    asm volatile("redux.sync.max.u32 %0, %1, 0xffffffff;" : "=r"(most) : "r"(v));
    out[i] = v + most;
}
__global__ void first_half(unsigned *out, const unsigned *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    if (threadIdx.x % 32 < 16) asm volatile("redux.sync.max.u32 %0, %1, -1;" : "=r"(v) : "r"(v));
    out[i] = v;
}
