//@ flags: --block 64 --grid 1
//@ kernel: far_apart races=!refuted
//@ kernel: through_shuffle races=!refuted
//@ kernel: through_memory races=!refuted
//@ kernel: cut_off races=!refuted
//@ kernel: below_the_window assertions=!refuted
//@ kernel: barrier_by_address divergence=!refuted
//@ kernel: in_one_array races=refuted
//@ kernel: aligned races=refuted
// A simulation places arrays where no device does: nothing that depends on the places is shown by it.
#include <cstdint>
__device__ unsigned address(const void *pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }
__global__ void far_apart(int *out) {
    __shared__ int a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = 0;
    unsigned x = address(a), y = address(b);
    if (x - y > 100000u && y - x > 100000u) out[0] = threadIdx.x;
}
__global__ void through_shuffle(int *out) {
    uint64_t x = __shfl_xor_sync(~0u, (uint64_t)out, 1);
    if (x >> 48) out[0] = threadIdx.x;
}
__global__ void through_memory(int *out) {
    __shared__ uintptr_t s[64];
    s[threadIdx.x] = (uintptr_t)out;
    __syncthreads();
    if (s[63 - threadIdx.x] >> 48) out[0] = threadIdx.x;
}
__global__ void cut_off(int *out) {
    __shared__ int a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = 0;
    if ((unsigned short)address(a) == (unsigned short)address(b)) out[0] = threadIdx.x;
}
__global__ void below_the_window(int *out) {
    __shared__ int a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = 0;
    assert(address(b) < 228 * 1024);
}
__global__ void barrier_by_address(int *out) {
    __shared__ int a[64], b[64];
    a[threadIdx.x] = b[threadIdx.x] = 0;
    if (address(b) / 1000 > threadIdx.x) __syncthreads();
}
__global__ void in_one_array(int *out) {
    __shared__ int a[64];
    if (address(&a[threadIdx.x]) - address(a) > 8) out[0] = threadIdx.x;  //~ ERROR race
}
__global__ void aligned(int *out) {
    if ((uintptr_t)out % 16 == 0) out[0] = threadIdx.x;  //~ ERROR race
}
