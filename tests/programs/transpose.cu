// Transposition through padded tiles, four rows a thread; and in place for square matrices.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE_DIM = 32;
constexpr int BLOCK_ROWS = 8;

//@ kernel: transpose races=proved divergence=proved
template <class T> __global__ void transpose(T *odata, const T *idata, int width, int height) {
    __shared__ T tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Written in columns, read in rows, without a barrier between.
//@ kernel: transpose_racy races=refuted
template <class T> __global__ void transpose_racy(T *odata, const T *idata, int width, int height) {
    __shared__ T tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x]; //~ ERROR race
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; //~ ERROR race
}

//@ kernel: transpose_square races=proved divergence=proved
template <class T> __global__ void transpose_square(T *data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < y && y < n) {
        T &a = data[y * n + x];
        T &b = data[x * n + y];
        T t = a;
        a = b;
        b = t;
    }
}

template <class T> bool test(int width, int height) {
    std::vector<T> in(width * height), out(width * height);
    for (size_t i = 0; i < in.size(); i++) in[i] = T(i);
    T *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(T));
    cudaMalloc(&d_out, in.size() * sizeof(T));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM, 1);
    dim3 block(TILE_DIM, BLOCK_ROWS, 1);
    transpose<T><<<grid, block>>>(d_out, d_in, width, height);
    if (width == height) transpose_square<<<grid, dim3(TILE_DIM, TILE_DIM)>>>(d_in, width);
    cudaMemcpy(out.data(), d_out, in.size() * sizeof(T), cudaMemcpyDeviceToHost);
    transpose_racy<T><<<grid, block>>>(d_out, d_in, width, height);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (out[x * height + y] != in[y * width + x]) return false;
    return true;
}

int main() {
    bool ok = test<float>(1000, 600) && test<double>(512, 512);
    printf("%s\n", ok ? "ok" : "wrong");
    return ok ? 0 : 1;
}
