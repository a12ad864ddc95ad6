// Products of many small matrices, each thread a 4 by 4 part of a 64 by 64 tile in registers.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <int BM, int BN, int BK, int TM, int TN> struct Config {
    static constexpr int kThreadsX = BN / TN;
    static constexpr int kThreadsY = BM / TM;
    static constexpr int kThreads = kThreadsX * kThreadsY;
    static_assert(BM * BK % kThreads == 0 && BK * BN % kThreads == 0, "each thread loads equally many");
};

struct Gemm {
    int m, n, k;
    float alpha, beta;
    long long strideA, strideB, strideC;
};

//@ kernel: batched_gemm races=proved divergence=proved
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(Config<BM, BN, BK, TM, TN>::kThreads)
    batched_gemm(Gemm p, const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C) {
    using C_ = Config<BM, BN, BK, TM, TN>;
    __shared__ float as[BK][BM];
    __shared__ float bs[BK][BN];
    A += blockIdx.z * p.strideA;
    B += blockIdx.z * p.strideB;
    C += blockIdx.z * p.strideC;
    const int t = threadIdx.y * C_::kThreadsX + threadIdx.x;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < p.k; k0 += BK) {
#pragma unroll
        for (int i = t; i < BM * BK; i += C_::kThreads) {
            const int r = i / BK, c = i % BK;
            as[c][r] = (row0 + r < p.m && k0 + c < p.k) ? A[(row0 + r) * p.k + k0 + c] : 0.0f;
        }
#pragma unroll
        for (int i = t; i < BK * BN; i += C_::kThreads) {
            const int r = i / BN, c = i % BN;
            bs[r][c] = (k0 + r < p.k && col0 + c < p.n) ? B[(k0 + r) * p.n + col0 + c] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++)
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += as[k][threadIdx.y * TM + i] * bs[k][threadIdx.x * TN + j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++) {
        const int r = row0 + threadIdx.y * TM + i;
#pragma unroll
        for (int j = 0; j < TN; j++) {
            const int c = col0 + threadIdx.x * TN + j;
            if (r < p.m && c < p.n) C[r * p.n + c] = p.alpha * acc[i][j] + p.beta * C[r * p.n + c];
        }
    }
}

// Parts of 4 by 4 are stored in steps of 3: they overlap.
//@ kernel: batched_store_racy races=refuted
template <int TM, int TN> __global__ void batched_store_racy(Gemm p, float *C) {
    C += blockIdx.z * p.strideC;
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++) {
            const int r = threadIdx.y * (TM - 1) + i, c = threadIdx.x * TN + j;
            if (r < p.m && c < p.n) C[r * p.n + c] *= p.beta; //~ ERROR race
        }
}

int main() {
    constexpr int batch = 12;
    Gemm p{100, 120, 80, 1.0f, 0.0f, 100LL * 80, 80LL * 120, 100LL * 120};
    std::vector<float> a(batch * p.strideA, 1.0f), b(batch * p.strideB, 1.0f), c(batch * p.strideC);
    float *dA, *dB, *dC;
    if (cudaMalloc(&dA, a.size() * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMalloc(&dB, b.size() * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMalloc(&dC, c.size() * sizeof(float)) != cudaSuccess) return 1;
    cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dC, 0, c.size() * sizeof(float));
    using Tile = Config<64, 64, 8, 4, 4>;
    dim3 block(Tile::kThreadsX, Tile::kThreadsY);
    dim3 grid((p.n + 63) / 64, (p.m + 63) / 64, batch);
    batched_gemm<64, 64, 8, 4, 4><<<grid, block>>>(p, dA, dB, dC);
    cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    batched_store_racy<4, 4><<<dim3(1, 1, batch), block>>>(p, dC);
    cudaDeviceSynchronize();
    return c[0] == p.k ? 0 : 1;
}
