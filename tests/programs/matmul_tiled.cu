// C = A * B in tiles; the sizes need not be multiples of the tile.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

//@ kernel: matmul races=proved divergence=proved
template <int TILE>
__global__ void matmul(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        const int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        b[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

// The barrier behind the products is missing: the next tile overwrites what others still read.
//@ kernel: matmul_racy races=refuted
template <int TILE>
__global__ void matmul_racy(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        const int ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f; //~ ERROR race
        b[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f; //~ ERROR race
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x]; //~ ERROR race
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

template <int TILE> float run(const std::vector<float> &A, const std::vector<float> &B, std::vector<float> &C, int M, int N, int K) {
    float *dA, *dB, *dC;
    gpuErrchk(cudaMalloc(&dA, A.size() * sizeof(float)));
    gpuErrchk(cudaMalloc(&dB, B.size() * sizeof(float)));
    gpuErrchk(cudaMalloc(&dC, C.size() * sizeof(float)));
    gpuErrchk(cudaMemcpy(dA, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(dB, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    gpuErrchk(cudaEventCreate(&start));
    gpuErrchk(cudaEventCreate(&stop));
    dim3 threads(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    gpuErrchk(cudaEventRecord(start));
    matmul<TILE><<<grid, threads>>>(dA, dB, dC, M, N, K);
    gpuErrchk(cudaEventRecord(stop));
    gpuErrchk(cudaEventSynchronize(stop));
    float ms = 0;
    gpuErrchk(cudaEventElapsedTime(&ms, start, stop));
    gpuErrchk(cudaMemcpy(C.data(), dC, C.size() * sizeof(float), cudaMemcpyDeviceToHost));
    matmul_racy<TILE><<<grid, threads>>>(dA, dB, dC, M, N, K);
    gpuErrchk(cudaDeviceSynchronize());
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return ms;
}

int main() {
    const int M = 500, N = 700, K = 300;
    std::vector<float> A(M * K, 0.5f), B(K * N, 2.0f), C(M * N);
    printf("%.3f ms, %.3f ms\n", run<16>(A, B, C, M, N, K), run<32>(A, B, C, M, N, K));
    for (float c : C)
        if (std::fabs(c - K) > 1e-3f * K) return 1;
    return 0;
}
