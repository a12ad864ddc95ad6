// Bitonic sort of pairs: short rows in shared memory, long strides in global memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <random>
#include <vector>

constexpr unsigned kTile = 1024; // elements a block sorts, two a thread

// What an assignment of a whole structure accesses is shown here.
struct Pair { //~ ERROR race
    unsigned key;
    unsigned value;
};

template <typename T> __device__ inline void exchange(T &a, T &b) {
    T t = a;
    a = b;
    b = t;
}

__device__ inline void compare(Pair &a, Pair &b, bool up) {
    if ((a.key > b.key) == up) exchange(a, b);
}

//@ kernel: sort_tiles races=proved divergence=proved bounds=proved
__global__ void __launch_bounds__(kTile / 2) sort_tiles(Pair *data) {
    __shared__ Pair s[kTile];
    Pair *tile = data + blockIdx.x * kTile;
    s[threadIdx.x] = tile[threadIdx.x];
    s[threadIdx.x + kTile / 2] = tile[threadIdx.x + kTile / 2];

    for (unsigned size = 2; size <= kTile; size <<= 1) {
        bool up = ((blockIdx.x * (kTile / 2) + threadIdx.x) & (size / 2)) == 0;
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compare(s[at], s[at + stride], up);
        }
    }
    __syncthreads();
    tile[threadIdx.x] = s[threadIdx.x];
    tile[threadIdx.x + kTile / 2] = s[threadIdx.x + kTile / 2];
}

// The barrier is in the outer loop only.
//@ kernel: sort_tiles_racy races=refuted
__global__ void __launch_bounds__(kTile / 2) sort_tiles_racy(Pair *data) {
    __shared__ Pair s[kTile];
    Pair *tile = data + blockIdx.x * kTile;
    s[threadIdx.x] = tile[threadIdx.x];
    s[threadIdx.x + kTile / 2] = tile[threadIdx.x + kTile / 2];

    for (unsigned size = 2; size <= kTile; size <<= 1) {
        __syncthreads();
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compare(s[at], s[at + stride], true);
        }
    }
    __syncthreads();
    tile[threadIdx.x] = s[threadIdx.x];
    tile[threadIdx.x + kTile / 2] = s[threadIdx.x + kTile / 2];
}

// One step of a merge across tiles: the stride is a power of two.
// Races are ruled out by cases over the stride, for which the time may not suffice.
//@ kernel: merge_global races=inconclusive|proved divergence=proved
__global__ void merge_global(Pair *data, unsigned size, unsigned stride) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = 2 * i - (i & (stride - 1));
    compare(data[at], data[at + stride], (i & (size / 2)) == 0);
}

int main() {
    const unsigned n = 1u << 20;
    std::vector<Pair> host(n);
    std::mt19937 random(7);
    for (unsigned i = 0; i < n; i++) host[i] = {random(), i};

    Pair *data;
    cudaMalloc(&data, n * sizeof(Pair));
    cudaMemcpy(data, host.data(), n * sizeof(Pair), cudaMemcpyHostToDevice);
    sort_tiles<<<n / kTile, kTile / 2>>>(data);
    for (unsigned size = 2 * kTile; size <= n; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) merge_global<<<n / 512, 256>>>(data, size, stride);
    cudaMemcpy(host.data(), data, n * sizeof(Pair), cudaMemcpyDeviceToHost);
    sort_tiles_racy<<<n / kTile, kTile / 2>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    bool sorted = std::is_sorted(host.begin(), host.end(), [](const Pair &a, const Pair &b) { return a.key < b.key; });
    printf("%s\n", sorted ? "sorted" : "not sorted");
    return sorted ? 0 : 1;
}
