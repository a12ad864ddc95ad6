// One pass of a radix sort: counts of digits by block, their offsets, and the scatter in order.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kRadixBits = 4;
constexpr int kRadix = 1 << kRadixBits;
constexpr int kThreads = 256;

__device__ __forceinline__ uint32_t digit_of(uint32_t key, int shift) { return (key >> shift) & (kRadix - 1); }

//@ kernel: count_digits races=proved divergence=proved
__global__ void count_digits(const uint32_t *keys, uint32_t *counts, int n, int shift) {
    __shared__ uint32_t local[kRadix];
    if (threadIdx.x < kRadix) local[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i < n) atomicAdd(&local[digit_of(keys[i], shift)], 1);
    __syncthreads();
    if (threadIdx.x < kRadix) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

// Rows of counts are as long as the block, not the grid.
//@ kernel: count_digits_racy races=refuted
__global__ void count_digits_racy(const uint32_t *keys, uint32_t *counts, int n, int shift) {
    __shared__ uint32_t local[kRadix];
    if (threadIdx.x < kRadix) local[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * kThreads + threadIdx.x;
    if (i < n) atomicAdd(&local[digit_of(keys[i], shift)], 1);
    __syncthreads();
    if (threadIdx.x < kRadix) counts[threadIdx.x + blockIdx.x] = local[threadIdx.x]; //~ ERROR race
}

// One block adds up all counts, a tile at a time.
//@ kernel: scan_counts races=proved divergence=proved
__global__ void scan_counts(uint32_t *counts, int n) {
    __shared__ uint32_t s[kThreads];
    __shared__ uint32_t carry;
    if (threadIdx.x == 0) carry = 0;
    for (int first = 0; first < n; first += kThreads) {
        const int i = first + threadIdx.x;
        const uint32_t own = i < n ? counts[i] : 0;
        s[threadIdx.x] = own;
        __syncthreads();
        for (int d = 1; d < kThreads; d *= 2) {
            const uint32_t left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += left;
            __syncthreads();
        }
        if (i < n) counts[i] = carry + s[threadIdx.x] - own;
        __syncthreads();
        if (threadIdx.x == kThreads - 1) carry += s[threadIdx.x];
        __syncthreads();
    }
}

// A permutation because the offsets are the prefix sums of these counts. The kernel does not say so, and for other offsets places
// collide: that is what is found. What one launch leaves for the next is not followed.
//@ kernel: scatter races=refuted
__global__ void scatter(const uint32_t *keys, uint32_t *out, const uint32_t *offsets, int n, int shift) {
    __shared__ uint32_t digits[kThreads];
    const int i = blockIdx.x * kThreads + threadIdx.x;
    const uint32_t key = i < n ? keys[i] : 0;
    const uint32_t digit = i < n ? digit_of(key, shift) : kRadix;
    digits[threadIdx.x] = digit;
    __syncthreads();
    if (i >= n) return;
    int rank = 0;
    for (int t = 0; t < threadIdx.x; t++) rank += digits[t] == digit;
    out[offsets[digit * gridDim.x + blockIdx.x] + rank] = key; //~ ERROR race
}

int main() {
    const int n = 100000, blocks = (n + kThreads - 1) / kThreads;
    std::vector<uint32_t> host(n);
    for (int i = 0; i < n; i++) host[i] = i * 2654435761u;
    uint32_t *keys, *sorted, *counts;
    cudaMalloc(&keys, n * sizeof(uint32_t));
    cudaMalloc(&sorted, n * sizeof(uint32_t));
    cudaMalloc(&counts, blocks * kRadix * sizeof(uint32_t));
    cudaMemcpy(keys, host.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 32; shift += kRadixBits) {
        count_digits<<<blocks, kThreads>>>(keys, counts, n, shift);
        scan_counts<<<1, kThreads>>>(counts, blocks * kRadix);
        scatter<<<blocks, kThreads>>>(keys, sorted, counts, n, shift);
        uint32_t *t = keys;
        keys = sorted;
        sorted = t;
    }
    cudaMemcpy(host.data(), keys, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    count_digits_racy<<<blocks, kThreads>>>(keys, counts, n, 0);
    cudaDeviceSynchronize();
    for (int i = 1; i < n; i++)
        if (host[i - 1] > host[i]) return 1;
    puts("sorted");
}
