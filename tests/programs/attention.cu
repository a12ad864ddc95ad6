// Attention with tiles of keys and values in shared memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define TILE 32
#define HEAD 64

//@ kernel: attention races=proved divergence=proved bounds=proved
__global__ void attention(const float *__restrict__ q, const float *__restrict__ k, const float *__restrict__ v,
                          float *__restrict__ out, int length, float scale) {
    __shared__ float keys[TILE][HEAD];
    __shared__ float values[TILE][HEAD];
    const int head = blockIdx.y;
    const int row = blockIdx.x * TILE + threadIdx.x;
    const size_t base = (size_t)head * length * HEAD;

    float query[HEAD], acc[HEAD];
    for (int c = 0; c < HEAD; c++) {
        query[c] = row < length ? q[base + (size_t)row * HEAD + c] : 0.0f;
        acc[c] = 0.0f;
    }
    float best = -INFINITY, sum = 0.0f;
    for (int first = 0; first < length; first += TILE) {
        for (int c = 0; c < HEAD; c++) {
            const int source = first + threadIdx.x;
            keys[threadIdx.x][c] = source < length ? k[base + (size_t)source * HEAD + c] : 0.0f;
            values[threadIdx.x][c] = source < length ? v[base + (size_t)source * HEAD + c] : 0.0f;
        }
        __syncthreads();
        const int here = min(TILE, length - first);
        for (int j = 0; j < here; j++) {
            float score = 0.0f;
            for (int c = 0; c < HEAD; c++) score += query[c] * keys[j][c];
            score *= scale;
            const float next = fmaxf(best, score);
            const float old = expf(best - next), add = expf(score - next);
            for (int c = 0; c < HEAD; c++) acc[c] = acc[c] * old + add * values[j][c];
            sum = sum * old + add;
            best = next;
        }
        __syncthreads();
    }
    if (row < length)
        for (int c = 0; c < HEAD; c++) out[base + (size_t)row * HEAD + c] = acc[c] / sum;
}

//@ kernel: attention_one_barrier races=refuted
// The tiles are written again while other threads still read them.
__global__ void attention_one_barrier(const float *q, const float *k, float *out, int length, float scale) {
    __shared__ float keys[TILE][HEAD];
    const int row = blockIdx.x * TILE + threadIdx.x;
    float best = -INFINITY;
    for (int first = 0; first < length; first += TILE) {
        for (int c = 0; c < HEAD; c++) {
            const int source = first + threadIdx.x;
            keys[threadIdx.x][c] = source < length ? k[(size_t)source * HEAD + c] : 0.0f; //~ ERROR race
        }
        __syncthreads();
        const int here = min(TILE, length - first);
        for (int j = 0; j < here; j++) {
            float score = 0.0f;
            for (int c = 0; c < HEAD; c++) score += (row < length ? q[(size_t)row * HEAD + c] : 0.0f) * keys[j][c]; //~ ERROR race
            best = fmaxf(best, score * scale);
        }
    }
    if (row < length) out[row] = best;
}

//@ kernel: attention_any_width races=proved divergence=proved bounds=proved
__global__ void attention_any_width(const float *q, const float *k, float *out, int length, int width, float scale) {
    extern __shared__ float keys[];
    const int head = blockIdx.y, row = blockIdx.x * TILE + threadIdx.x;
    const size_t base = (size_t)head * length * width;
    float best = -INFINITY;
    for (int first = 0; first < length; first += TILE) {
        for (int c = 0; c < width; c++) {
            const int source = first + threadIdx.x;
            keys[threadIdx.x * width + c] = source < length ? k[base + (size_t)source * width + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < min(TILE, length - first); j++) {
            float score = 0.0f;
            for (int c = 0; c < width; c++)
                score += (row < length ? q[base + (size_t)row * width + c] : 0.0f) * keys[j * width + c];
            best = fmaxf(best, score * scale);
        }
        __syncthreads();
    }
    if (row < length) out[(size_t)head * length + row] = best;
}

static int tiles(int length) { return (length + TILE - 1) / TILE; }

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t status = (call);                                         \
        if (status != cudaSuccess) {                                         \
            fprintf(stderr, "%s\n", cudaGetErrorString(status));             \
            exit(EXIT_FAILURE);                                              \
        }                                                                    \
    } while (0)

int main(int argc, char **argv) {
    const int heads = 8;
    const int length = argc > 1 ? atoi(argv[1]) : 1000, width = argc > 2 ? atoi(argv[2]) : 48;
    if (length < 1 || length > 65536 || width < 1 || width > HEAD) return 1;

    std::vector<float> host((size_t)heads * length * HEAD);
    for (auto &x : host) x = rand() / (float)RAND_MAX;
    const size_t bytes = host.size() * sizeof(float);

    float *q, *k, *v, *out;
    CHECK(cudaMalloc(&q, bytes));
    CHECK(cudaMalloc(&k, bytes));
    CHECK(cudaMalloc(&v, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(q, host.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(k, host.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(v, host.data(), bytes, cudaMemcpyHostToDevice));

    const dim3 grid(tiles(length), heads);
    attention<<<grid, TILE>>>(q, k, v, out, length, 0.125f);
    attention_one_barrier<<<tiles(length), TILE>>>(q, k, out, length, 0.125f);
    attention_any_width<<<grid, TILE, TILE * width * sizeof(float)>>>(q, k, out, length, width, 0.125f);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost));
    printf("%f\n", host[0]);
    CHECK(cudaFree(q));
    CHECK(cudaFree(k));
    CHECK(cudaFree(v));
    CHECK(cudaFree(out));
    return 0;
}
