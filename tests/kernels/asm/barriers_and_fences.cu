//@ flags: --block 64 --grid 1
//@ kernel: ordered races=proved divergence=proved
//@ kernel: by_warp races=proved
//@ kernel: beyond_warp races=refuted
//@ kernel: fenced races=refuted
//@ kernel: diverged divergence=refuted
//@ kernel: other_barrier races=proved divergence=proved
//@ kernel: some_threads races=!refuted divergence=!proved
//@ kernel: reduction races=unsupported
//@ kernel: under_predicate races=unsupported
//@ kernel: proxy races=unsupported
//@ kernel: ended races=proved
// Barriers, fences and ends of threads in assembly are those of the language.
__global__ void ordered(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 0;" : : : "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];
    asm volatile("barrier.sync.aligned 0x0;" : : : "memory");
    s[63 - threadIdx.x] = 1;
}
__global__ void by_warp(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    out[threadIdx.x] = s[threadIdx.x ^ 31];
}
__global__ void beyond_warp(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;  //~ ERROR race
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];  //~ ERROR race
}
__global__ void fenced(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;  //~ ERROR race
    asm volatile("membar.cta; fence.acq_rel.gpu;" : : : "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];  //~ ERROR race
}
__global__ void diverged(int *out) {
    if (threadIdx.x < 32) asm volatile("bar.sync 0;" : : : "memory");  //~ ERROR divergence
}
__global__ void other_barrier(int *out) {
    asm volatile("bar.sync 1;" : : : "memory");
}
__global__ void some_threads(int *out) {
    asm volatile("bar.sync 0, 32;" : : : "memory");
}
__global__ void reduction(int *out) {
    asm volatile("{ .reg .pred p; setp.ne.s32 p, 1, 0; bar.red.popc.u32 %0, 1, p; }" : "=r"(out[0]) : : "memory");
}
__global__ void under_predicate(int *out, int p) {
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p bar.sync 0; }" : : "r"(p) : "memory");
}
__global__ void proxy(int *out) {
    asm volatile("fence.proxy.async;" : : : "memory");
}
__global__ void ended(int *out) {
    if (threadIdx.x > 0) asm volatile("exit;");
    out[0] = 1;
}
