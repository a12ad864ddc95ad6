// Breadth-first search: each launch expands one frontier into the next, whose places an atomic counter gives.
#include <cuda_runtime.h>
#include <cstdio>
#include <queue>
#include <utility>
#include <vector>

constexpr int kUnseen = -1;

// The atomic lets one thread claim a node; its level is read by nobody here.
//@ kernel: expand races=proved divergence=proved
__global__ void expand(const int *rows, const int *columns, int *level, const int *frontier, int size, int *next,
                       int *next_size, int depth) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const int v = frontier[i];
    for (int e = rows[v]; e < rows[v + 1]; e++) {
        const int w = columns[e];
        if (atomicCAS(&level[w], kUnseen, depth) == kUnseen) next[atomicAdd(next_size, 1)] = w;
    }
}

// Two threads may see the node unseen and both store it. No run shows it: the search for one ends in others, in which an edge
// leads out of the array of levels.
//@ kernel: expand_racy races=inconclusive bounds=refuted
__global__ void expand_racy(const int *rows, const int *columns, int *level, const int *frontier, int size, int *next,
                            int *next_size, int depth) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const int v = frontier[i];
    for (int e = rows[v]; e < rows[v + 1]; e++) {
        const int w = columns[e];
        if (level[w] == kUnseen) {
            level[w] = depth;
            next[atomicAdd(next_size, 1)] = w;
        }
    }
}

// How many nodes a level has, counted without an atomic.
//@ kernel: count_level_racy races=refuted
__global__ void count_level_racy(const int *level, int *count, int nodes, int depth) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nodes && level[v] == depth) *count += 1; //~ ERROR race
}

int main() {
    const int nodes = 20000, degree = 6;
    std::vector<int> rows, columns, level(nodes, kUnseen);
    for (int v = 0; v < nodes; v++) {
        rows.push_back(int(columns.size()));
        for (int k = 1; k <= degree; k++) columns.push_back((v * k + 17 * k) % nodes);
    }
    rows.push_back(int(columns.size()));
    level[0] = 0;

    int *d_rows, *d_columns, *d_level, *frontier, *next, *next_size;
    cudaMalloc(&d_rows, rows.size() * sizeof(int));
    cudaMalloc(&d_columns, columns.size() * sizeof(int));
    cudaMalloc(&d_level, nodes * sizeof(int));
    cudaMalloc(&frontier, nodes * sizeof(int));
    cudaMalloc(&next, nodes * sizeof(int));
    cudaMalloc(&next_size, sizeof(int));
    cudaMemcpy(d_rows, rows.data(), rows.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_level, level.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
    const int source = 0;
    cudaMemcpy(frontier, &source, sizeof(int), cudaMemcpyHostToDevice);
    for (int size = 1, depth = 1; size > 0; depth++) {
        cudaMemset(next_size, 0, sizeof(int));
        expand<<<(size + 127) / 128, 128>>>(d_rows, d_columns, d_level, frontier, size, next, next_size, depth);
        cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(frontier, next);
    }
    expand_racy<<<1, 128>>>(d_rows, d_columns, d_level, frontier, 128, next, next_size, 99);
    count_level_racy<<<(nodes + 255) / 256, 256>>>(d_level, next_size, nodes, 2);
    cudaMemcpy(level.data(), d_level, nodes * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", level[nodes - 1]);
    return 0;
}
