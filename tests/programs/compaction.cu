// The elements of an array that fulfil a predicate, in any order: places within a warp by ballots, blocks of places by an atomic.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct IsPositive {
    float limit;
    __host__ __device__ bool operator()(float x) const { return x > limit; }
};

// The places that a ballot gives are different because the lanes are; the verifier does not follow the bits of ballots.
//@ kernel: compact_warp races=inconclusive divergence=proved
template <typename T, typename Predicate>
__global__ void compact_warp(const T *in, T *out, int *count, int n, Predicate keep) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & 31;
    const bool kept = i < n && keep(in[i]);
    const unsigned votes = __ballot_sync(0xffffffffu, kept);
    const int leader = __ffs(votes) - 1;
    int base = 0;
    if (votes != 0 && lane == leader) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, leader < 0 ? 0 : leader);
    if (kept) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

// One place an element, taken one by one.
//@ kernel: compact_atomic races=proved divergence=proved
template <typename T, typename Predicate>
__global__ void compact_atomic(const T *in, T *out, int *count, int n, Predicate keep) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep(in[i])) {
        const int place = atomicAdd(count, 1);
        out[place] = in[i];
    }
}

// The counter is read and written, not added to.
//@ kernel: compact_racy races=refuted
template <typename T, typename Predicate>
__global__ void compact_racy(const T *in, T *out, int *count, int n, Predicate keep) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep(in[i])) {
        const int place = (*count)++; //~ ERROR race
        out[place] = in[i];           //~ ERROR race
    }
}

int main() {
    const int n = 100000, block = 256;
    std::vector<float> host(n);
    for (int i = 0; i < n; i++) host[i] = (i % 3) - 1.0f;
    float *in, *out;
    int *count, found[2];
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    const IsPositive keep{0.0f};

    cudaMemset(count, 0, sizeof(int));
    compact_warp<<<(n + block - 1) / block, block>>>(in, out, count, n, keep);
    cudaMemcpy(&found[0], count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(count, 0, sizeof(int));
    compact_atomic<<<(n + block - 1) / block, block>>>(in, out, count, n, keep);
    cudaMemcpy(&found[1], count, sizeof(int), cudaMemcpyDeviceToHost);
    compact_racy<<<(n + block - 1) / block, block>>>(in, out, count, n, keep);
    cudaDeviceSynchronize();
    printf("%d %d\n", found[0], found[1]);
    return found[0] == found[1] ? 0 : 1;
}
