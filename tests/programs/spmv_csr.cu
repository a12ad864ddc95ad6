// y = A * x for a sparse matrix in compressed rows, a warp a row.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

template <typename Value, typename Index> struct CsrView {
    Index rows, columns;
    const Index *offsets;
    const Index *indices;
    const Value *values;
};

constexpr int kWarp = 32;
constexpr int kBlock = 128;

//@ kernel: spmv_warp races=proved divergence=proved
template <typename Value, typename Index>
__global__ void spmv_warp(CsrView<Value, Index> a, const Value *__restrict__ x, Value *__restrict__ y) {
    const Index row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
    const int lane = threadIdx.x % kWarp;
    if (row >= a.rows) return;
    Value sum{};
    for (Index k = a.offsets[row] + lane; k < a.offsets[row + 1]; k += kWarp) sum += a.values[k] * x[a.indices[k]];
    for (int d = kWarp / 2; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum;
}

// Every lane adds its part into the row.
//@ kernel: spmv_warp_racy races=refuted
template <typename Value, typename Index>
__global__ void spmv_warp_racy(CsrView<Value, Index> a, const Value *__restrict__ x, Value *__restrict__ y) {
    const Index row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
    const int lane = threadIdx.x % kWarp;
    if (row >= a.rows) return;
    for (Index k = a.offsets[row] + lane; k < a.offsets[row + 1]; k += kWarp)
        y[row] += a.values[k] * x[a.indices[k]]; //~ ERROR race
}

template <typename T> T *upload(const std::vector<T> &host) {
    T *device = nullptr;
    cudaMalloc(&device, host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

int main() {
    const int rows = 5000;
    std::vector<int> offsets{0}, indices;
    std::vector<double> values;
    for (int r = 0; r < rows; r++) {
        for (int c = r % 7; c < rows; c += 97) {
            indices.push_back(c);
            values.push_back(1.0);
        }
        offsets.push_back(int(indices.size()));
    }
    std::vector<double> x(rows, 1.0), y(rows);
    CsrView<double, int> a{rows, rows, upload(offsets), upload(indices), upload(values)};
    double *dx = upload(x), *dy = upload(y);
    spmv_warp<<<(rows * kWarp + kBlock - 1) / kBlock, kBlock>>>(a, dx, dy);
    cudaMemcpy(y.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost);
    spmv_warp_racy<<<(rows * kWarp + kBlock - 1) / kBlock, kBlock>>>(a, dx, dy);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++)
        if (y[r] != offsets[r + 1] - offsets[r]) return 1;
    puts("ok");
}
