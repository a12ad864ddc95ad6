// Exclusive prefix sums of any length: blocks on their own, the sums of blocks, and these added to the blocks.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

static void check(cudaError_t status, const char *what) {
    if (status != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(status));
        exit(1);
    }
}

constexpr int kThreads = 256;

//@ kernel: scan_block races=proved divergence=proved bounds=proved
__global__ void scan_block(const int *in, int *out, int *sums, int n) {
    __shared__ int buffer[2][kThreads];
    const int t = threadIdx.x;
    const int i = blockIdx.x * kThreads + t;
    int from = 0, to = 1;
    buffer[to][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < kThreads; offset *= 2) {
        from = 1 - from;
        to = 1 - to;
        buffer[to][t] = t >= offset ? buffer[from][t] + buffer[from][t - offset] : buffer[from][t];
        __syncthreads();
    }
    if (i < n) out[i] = t > 0 ? buffer[to][t - 1] : 0;
    if (t == kThreads - 1) sums[blockIdx.x] = buffer[to][t];
}

// One buffer, and no barrier between reading the neighbour and overwriting the own element.
//@ kernel: scan_block_racy races=refuted
__global__ void scan_block_racy(const int *in, int *out, int *sums, int n) {
    __shared__ int buffer[kThreads];
    const int t = threadIdx.x;
    const int i = blockIdx.x * kThreads + t;
    buffer[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < kThreads; offset *= 2) {
        if (t >= offset) buffer[t] += buffer[t - offset]; //~ ERROR race
        __syncthreads();
    }
    if (i < n) out[i] = t > 0 ? buffer[t - 1] : 0;
    if (t == kThreads - 1) sums[blockIdx.x] = buffer[t];
}

//@ kernel: add_sums races=proved divergence=proved bounds=proved
__global__ void add_sums(int *out, const int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += sums[blockIdx.x];
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 50000;
    if (n <= 0 || n > kThreads * kThreads) {
        fprintf(stderr, "between 1 and %d elements\n", kThreads * kThreads);
        return 1;
    }
    const int blocks = (n + kThreads - 1) / kThreads;
    std::vector<int> host(n), result(n);
    std::iota(host.begin(), host.end(), 0);

    int *in, *out, *sums, *offsets, *total;
    check(cudaMalloc(&in, n * sizeof(int)), "cudaMalloc");
    check(cudaMalloc(&out, n * sizeof(int)), "cudaMalloc");
    check(cudaMalloc(&sums, blocks * sizeof(int)), "cudaMalloc");
    check(cudaMalloc(&offsets, blocks * sizeof(int)), "cudaMalloc");
    check(cudaMalloc(&total, sizeof(int)), "cudaMalloc");
    check(cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice), "cudaMemcpy");

    scan_block<<<blocks, kThreads>>>(in, out, sums, n);
    scan_block<<<1, kThreads>>>(sums, offsets, total, blocks);
    add_sums<<<blocks, kThreads>>>(out, offsets, n);
    check(cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
    scan_block_racy<<<blocks, kThreads>>>(in, out, sums, n);
    check(cudaDeviceSynchronize(), "scan_block_racy");

    for (int i = 1, sum = 0; i < n; i++) {
        sum += host[i - 1];
        if (result[i] != sum) return 1;
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(sums);
    cudaFree(offsets);
    cudaFree(total);
    return 0;
}
