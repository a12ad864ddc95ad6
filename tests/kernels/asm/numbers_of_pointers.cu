//@ flags: --block 64 --grid 1
//@ kernel: null_parameter races=!proved
//@ kernel: aligned_path races=proved divergence=proved
//@ kernel: misaligned_race races=!proved
//@ kernel: back_and_forth races=proved
//@ kernel: low_bits races=proved
//@ kernel: shared_places races=refuted
//@ kernel: of_difference races=proved
// A pointer as a number: the start of its array is any number, but the same for all threads; the distance of two arrays leads
// from one to the other.
#include <cstdint>
__global__ void null_parameter(int *p, int *out) {
    if (reinterpret_cast<uintptr_t>(p) == 0) out[0] = threadIdx.x;
}
__global__ void aligned_path(float *p) {
    __shared__ float s[64];
    if (reinterpret_cast<uintptr_t>(p) % 16 == 0) {
        s[threadIdx.x] = p[threadIdx.x];
        __syncthreads();
        p[threadIdx.x] = s[63 - threadIdx.x];
    } else {
        p[threadIdx.x] += 1;
    }
}
__global__ void misaligned_race(float *p) {
    if (reinterpret_cast<uintptr_t>(p) % 16 != 0) p[0] = threadIdx.x;
}
__global__ void back_and_forth(float *p) {
    uintptr_t at = reinterpret_cast<uintptr_t>(p) + threadIdx.x * sizeof(float);
    *reinterpret_cast<float *>(at) = 1;
}
__global__ void low_bits(float *p) {
    uintptr_t tagged = reinterpret_cast<uintptr_t>(p + threadIdx.x) | 1;
    *reinterpret_cast<float *>(tagged & ~uintptr_t(3)) = 1;
}
__global__ void shared_places(float *out) {
    __shared__ float s[64];
    uintptr_t at = reinterpret_cast<uintptr_t>(s) + threadIdx.x / 2 * sizeof(float);
    *reinterpret_cast<float *>(at) = threadIdx.x;  //~ ERROR race
}
__global__ void of_difference(char *p, char *q) {
    uintptr_t distance = reinterpret_cast<uintptr_t>(q) - reinterpret_cast<uintptr_t>(p);
    *reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(p + threadIdx.x) + distance) = 1;
}
