// Heat in a plate: explicit steps, tiles with a border in shared memory, two buffers that change places.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_CHECK(x)                                                             \
    if (cudaError_t e = (x); e != cudaSuccess) {                                  \
        std::fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(e));              \
        std::exit(2);                                                             \
    }

namespace heat {

constexpr int kTileX = 32;
constexpr int kTileY = 8;

struct Grid {
    int nx, ny;
    float k;
    __host__ __device__ int at(int x, int y) const { return y * nx + x; }
    __host__ __device__ bool inside(int x, int y) const { return x > 0 && y > 0 && x < nx - 1 && y < ny - 1; }
};

//@ kernel: heat::step races=proved divergence=proved
__global__ void step(Grid g, const float *__restrict__ u, float *__restrict__ v) {
    __shared__ float tile[kTileY + 2][kTileX + 2];
    const int x = blockIdx.x * kTileX + threadIdx.x;
    const int y = blockIdx.y * kTileY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const bool in = x < g.nx && y < g.ny;
    if (in) {
        tile[ty][tx] = u[g.at(x, y)];
        if (threadIdx.x == 0 && x > 0) tile[ty][0] = u[g.at(x - 1, y)];
        if (threadIdx.x == kTileX - 1 && x + 1 < g.nx) tile[ty][kTileX + 1] = u[g.at(x + 1, y)];
        if (threadIdx.y == 0 && y > 0) tile[0][tx] = u[g.at(x, y - 1)];
        if (threadIdx.y == kTileY - 1 && y + 1 < g.ny) tile[kTileY + 1][tx] = u[g.at(x, y + 1)];
    }
    __syncthreads();
    if (!in) return;
    const float c = tile[ty][tx];
    v[g.at(x, y)] = g.inside(x, y)
        ? c + g.k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c)
        : c;
}

// In place: neighbours are read while their threads store.
//@ kernel: heat::step_in_place_racy races=refuted
__global__ void step_in_place_racy(Grid g, float *u) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < g.nx && y < g.ny && g.inside(x, y)) {
        u[g.at(x, y)] += g.k * (u[g.at(x - 1, y)] + u[g.at(x + 1, y)] - 2 * u[g.at(x, y)]); //~ ERROR race
    }
}

} // namespace heat

int main(int argc, char **argv) {
    heat::Grid g{1000, 700, 0.2f};
    if (argc == 3) {
        g.nx = std::atoi(argv[1]);
        g.ny = std::atoi(argv[2]);
    }
    const size_t cells = size_t(g.nx) * g.ny;
    std::vector<float> plate(cells, 0.0f);
    for (int x = 0; x < g.nx; x++) plate[x] = 100.0f;

    float *u, *v;
    CUDA_CHECK(cudaMalloc(&u, cells * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&v, cells * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(u, plate.data(), cells * sizeof(float), cudaMemcpyHostToDevice));
    dim3 block(heat::kTileX, heat::kTileY);
    dim3 grid((g.nx + block.x - 1) / block.x, (g.ny + block.y - 1) / block.y);
    for (int i = 0; i < 500; i++) {
        heat::step<<<grid, block>>>(g, u, v);
        std::swap(u, v);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(plate.data(), u, cells * sizeof(float), cudaMemcpyDeviceToHost));
    heat::step_in_place_racy<<<grid, block>>>(g, u);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%f\n", plate[g.at(g.nx / 2, 1)]);
    CUDA_CHECK(cudaFree(u));
    CUDA_CHECK(cudaFree(v));
}
