// Layer normalisation: a warp a row of a multiple of 128 channels, four at a time.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_OK(call) do { if ((call) != cudaSuccess) { fprintf(stderr, "line %d\n", __LINE__); return 1; } } while (false)

//@ kernel: layer_norm races=proved divergence=proved
__global__ void layer_norm(const float4 *__restrict__ x, const float4 *__restrict__ gamma,
                           const float4 *__restrict__ beta, float4 *__restrict__ y, int rows, int quads, float epsilon) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows) return;
    const float4 *from = x + (size_t)row * quads;
    float sum = 0, squares = 0;
    for (int q = warp.thread_rank(); q < quads; q += warp.size()) {
        const float4 v = from[q];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = cg::reduce(warp, sum, cg::plus<float>());
    squares = cg::reduce(warp, squares, cg::plus<float>());
    const float mean = sum / (4 * quads);
    const float scale = rsqrtf(squares / (4 * quads) - mean * mean + epsilon);
    for (int q = warp.thread_rank(); q < quads; q += warp.size()) {
        const float4 v = from[q], g = gamma[q], b = beta[q];
        y[(size_t)row * quads + q] = make_float4((v.x - mean) * scale * g.x + b.x, (v.y - mean) * scale * g.y + b.y,
                                                 (v.z - mean) * scale * g.z + b.z, (v.w - mean) * scale * g.w + b.w);
    }
}

// The statistics of a row go through shared memory that all warps of the block use.
//@ kernel: layer_norm_racy races=refuted
__global__ void layer_norm_racy(const float4 *x, float4 *y, int rows, int quads, float epsilon) {
    __shared__ float mean, scale;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows) return;
    float sum = 0;
    for (int q = warp.thread_rank(); q < quads; q += warp.size()) sum += x[row * quads + q].x;
    for (int d = warp.size() / 2; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
    if (warp.thread_rank() == 0) {
        mean = sum / quads;    //~ ERROR race
        scale = rsqrtf(sum);   //~ ERROR race
    }
    warp.sync();
    for (int q = warp.thread_rank(); q < quads; q += warp.size())
        y[row * quads + q] = make_float4((x[row * quads + q].x - mean) * scale, 0, 0, 0); //~ ERROR race
}

int main() {
    const int rows = 1000, channels = 768, quads = channels / 4, warps = 4;
    std::vector<float> host(rows * channels, 1.5f), ones(channels, 1.0f);
    float *x, *y, *gamma, *beta;
    CUDA_OK(cudaMalloc(&x, host.size() * sizeof(float)));
    CUDA_OK(cudaMalloc(&y, host.size() * sizeof(float)));
    CUDA_OK(cudaMalloc(&gamma, channels * sizeof(float)));
    CUDA_OK(cudaMalloc(&beta, channels * sizeof(float)));
    CUDA_OK(cudaMemcpy(x, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemcpy(gamma, ones.data(), channels * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemset(beta, 0, channels * sizeof(float)));
    layer_norm<<<(rows + warps - 1) / warps, warps * 32>>>(
        reinterpret_cast<float4 *>(x), reinterpret_cast<float4 *>(gamma), reinterpret_cast<float4 *>(beta),
        reinterpret_cast<float4 *>(y), rows, quads, 1e-5f);
    CUDA_OK(cudaDeviceSynchronize());
    layer_norm_racy<<<(rows + warps - 1) / warps, warps * 32>>>(reinterpret_cast<float4 *>(x), reinterpret_cast<float4 *>(y), rows, quads, 1e-5f);
    CUDA_OK(cudaDeviceSynchronize());
    return 0;
}
