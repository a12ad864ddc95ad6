// PageRank on a graph in compressed rows, pulled along incoming edges, until the ranks settle.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct Graph {
    int nodes;
    const int *rows;    // first edge of each node, and one more
    const int *sources; // of incoming edges
    const int *degrees; // outgoing
};

//@ kernel: contributions races=proved divergence=proved
__global__ void contributions(Graph g, const float *rank, float *share) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < g.nodes) share[v] = g.degrees[v] > 0 ? rank[v] / g.degrees[v] : 0.0f;
}

//@ kernel: pull races=proved divergence=proved
__global__ void pull(Graph g, const float *share, float *rank, float damping, float *change) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= g.nodes) return;
    float sum = 0;
    for (int e = g.rows[v]; e < g.rows[v + 1]; ++e) sum += share[g.sources[e]];
    float next = (1 - damping) / g.nodes + damping * sum;
    atomicAdd(change, fabsf(next - rank[v]));
    rank[v] = next;
}

// Pushed along the edges with a plain addition.
//@ kernel: push_racy races=refuted
__global__ void push_racy(Graph g, const float *share, float *rank, float damping) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= g.nodes) return;
    for (int e = g.rows[v]; e < g.rows[v + 1]; ++e) rank[g.sources[e]] += damping * share[v]; //~ ERROR race
}

int main() {
    const int nodes = 10000, degree = 8;
    std::vector<int> rows(nodes + 1), sources(nodes * degree), degrees(nodes, degree);
    for (int v = 0; v <= nodes; v++) rows[v] = v * degree;
    for (int e = 0; e < nodes * degree; e++) sources[e] = (e * 7919) % nodes;
    std::vector<float> ranks(nodes, 1.0f / nodes);

    int *d_rows, *d_sources, *d_degrees;
    float *d_rank, *d_share, *d_change;
    cudaMalloc(&d_rows, rows.size() * sizeof(int));
    cudaMalloc(&d_sources, sources.size() * sizeof(int));
    cudaMalloc(&d_degrees, nodes * sizeof(int));
    cudaMalloc(&d_rank, nodes * sizeof(float));
    cudaMalloc(&d_share, nodes * sizeof(float));
    cudaMalloc(&d_change, sizeof(float));
    cudaMemcpy(d_rows, rows.data(), rows.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_sources, sources.data(), sources.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_degrees, degrees.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_rank, ranks.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);

    Graph g = {nodes, d_rows, d_sources, d_degrees};
    const int block = 256, grid = (nodes + block - 1) / block;
    float change = 1;
    for (int i = 0; i < 100 && change > 1e-6f; i++) {
        cudaMemset(d_change, 0, sizeof(float));
        contributions<<<grid, block>>>(g, d_rank, d_share);
        pull<<<grid, block>>>(g, d_share, d_rank, 0.85f, d_change);
        cudaMemcpy(&change, d_change, sizeof(float), cudaMemcpyDeviceToHost);
    }
    push_racy<<<grid, block>>>(g, d_share, d_rank, 0.85f);
    cudaDeviceSynchronize();
    printf("%g\n", change);
    return 0;
}
