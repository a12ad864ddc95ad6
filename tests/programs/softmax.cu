// Softmax of the rows of a matrix, a block a row.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct Max {
    static constexpr float identity = -FLT_MAX;
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
    static constexpr float identity = 0.0f;
    __device__ float operator()(float a, float b) const { return a + b; }
};

template <class Op> __device__ float block_reduce(cg::thread_block block, float *scratch, float v, Op op) {
    const int t = block.thread_rank();
    scratch[t] = v;
    block.sync();
    for (int half = block.size() / 2; half > 0; half /= 2) {
        if (t < half) scratch[t] = op(scratch[t], scratch[t + half]);
        block.sync();
    }
    const float result = scratch[0];
    block.sync();
    return result;
}

//@ kernel: softmax_rows races=proved divergence=proved
__global__ void softmax_rows(const float *in, float *out, int columns) {
    __shared__ float scratch[256];
    cg::thread_block block = cg::this_thread_block();
    const float *row = in + (size_t)blockIdx.x * columns;
    float *to = out + (size_t)blockIdx.x * columns;

    float high = Max::identity;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) high = fmaxf(high, row[c]);
    high = block_reduce(block, scratch, high, Max());

    float sum = Sum::identity;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - high);
    sum = block_reduce(block, scratch, sum, Sum());

    for (int c = threadIdx.x; c < columns; c += blockDim.x) to[c] = expf(row[c] - high) / sum;
}

// The second reduction reuses the scratch memory while slow threads still read the first result.
template <class Op> __device__ float hasty_reduce(cg::thread_block block, float *scratch, float v, Op op) {
    const int t = block.thread_rank();
    scratch[t] = v; //~ ERROR race
    block.sync();
    for (int half = block.size() / 2; half > 0; half /= 2) {
        if (t < half) scratch[t] = op(scratch[t], scratch[t + half]);
        block.sync();
    }
    return scratch[0]; //~ ERROR race
}

//@ kernel: softmax_rows_racy races=refuted
__global__ void softmax_rows_racy(const float *in, float *out, int columns) {
    __shared__ float scratch[256];
    cg::thread_block block = cg::this_thread_block();
    const float *row = in + (size_t)blockIdx.x * columns;
    float high = Max::identity;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) high = fmaxf(high, row[c]);
    high = hasty_reduce(block, scratch, high, Max());
    float sum = Sum::identity;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += expf(row[c] - high);
    sum = hasty_reduce(block, scratch, sum, Sum());
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        out[(size_t)blockIdx.x * columns + c] = expf(row[c] - high) / sum;
}

int main() {
    const int rows = 300, columns = 1000;
    std::vector<float> host(rows * columns, 0.25f);
    float *in, *out;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, host.size() * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    softmax_rows<<<rows, 256>>>(in, out, columns);
    cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
    softmax_rows_racy<<<rows, 256>>>(in, out, columns);
    cudaDeviceSynchronize();
    printf("%f\n", host[0] * columns);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
