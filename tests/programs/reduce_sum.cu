// Sum of an array in two launches: partial sums of blocks, then the sum of these.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cudaError_t status = (call);                                                         \
        if (status != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));  \
            exit(EXIT_FAILURE);                                                              \
        }                                                                                    \
    } while (0)

template <typename T> __device__ __forceinline__ T warp_sum(T value) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}

//@ kernel: block_sums races=proved divergence=proved bounds=proved
template <typename T, unsigned int kBlock>
__global__ void block_sums(const T *__restrict__ in, T *__restrict__ out, size_t n) {
    __shared__ T partial[kBlock / 32];
    T sum = T(0);
    for (size_t i = blockIdx.x * (size_t)kBlock + threadIdx.x; i < n; i += (size_t)kBlock * gridDim.x) sum += in[i];

    sum = warp_sum(sum);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) partial[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = lane < kBlock / 32 ? partial[lane] : T(0);
        sum = warp_sum(sum);
        if (lane == 0) out[blockIdx.x] = sum;
    }
}

// Every warp adds into the one sum of the block.
//@ kernel: block_sums_racy races=refuted
template <typename T, unsigned int kBlock>
__global__ void block_sums_racy(const T *__restrict__ in, T *__restrict__ out, size_t n) {
    __shared__ T total;
    T sum = T(0);
    for (size_t i = blockIdx.x * (size_t)kBlock + threadIdx.x; i < n; i += (size_t)kBlock * gridDim.x) sum += in[i];

    if (threadIdx.x == 0) total = T(0);
    __syncthreads();
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) total += sum; //~ ERROR race
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

int main(int argc, char **argv) {
    const size_t n = argc > 1 ? strtoull(argv[1], nullptr, 10) : size_t(1) << 24;
    constexpr unsigned kBlock = 256;
    constexpr unsigned kGrid = 128;
    std::vector<float> host(n, 1.0f);

    float *in = nullptr, *partial = nullptr, *total = nullptr;
    CHECK(cudaMalloc(&in, n * sizeof(float)));
    CHECK(cudaMalloc(&partial, kGrid * sizeof(float)));
    CHECK(cudaMalloc(&total, sizeof(float)));
    CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    block_sums<float, kBlock><<<kGrid, kBlock>>>(in, partial, n);
    CHECK(cudaGetLastError());
    block_sums<float, kGrid><<<1, kGrid>>>(partial, total, kGrid);
    CHECK(cudaGetLastError());
    block_sums_racy<float, kBlock><<<kGrid, kBlock>>>(in, partial, n);
    CHECK(cudaDeviceSynchronize());

    float result = 0;
    CHECK(cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost));
    printf("%f\n", result);
    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));
    CHECK(cudaFree(total));
    return result == float(n) ? EXIT_SUCCESS : EXIT_FAILURE;
}
