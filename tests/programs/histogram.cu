// Histogram of bytes: one in shared memory a block, then all of them added up.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 256
#define THREADS 192

#define cudaCheck(expression)                                                              \
    {                                                                                      \
        const cudaError_t error = expression;                                              \
        if (error != cudaSuccess) {                                                        \
            printf("%s in line %d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));  \
            exit(1);                                                                       \
        }                                                                                  \
    }

//@ kernel: histogram_partial races=proved divergence=proved bounds=proved
__global__ void histogram_partial(const uchar4 *data, unsigned int *partial, size_t quads) {
    __shared__ unsigned int bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = 0;
    __syncthreads();

    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += stride) {
        const uchar4 v = data[i];
        atomicAdd(&bins[v.x], 1u);
        atomicAdd(&bins[v.y], 1u);
        atomicAdd(&bins[v.z], 1u);
        atomicAdd(&bins[v.w], 1u);
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) partial[blockIdx.x * BINS + b] = bins[b];
}

// The first quads may be counted before another thread has cleared their bins.
//@ kernel: histogram_partial_racy races=refuted
__global__ void histogram_partial_racy(const uchar4 *data, unsigned int *partial, size_t quads) {
    __shared__ unsigned int bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = 0; //~ ERROR race

    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += stride) {
        const uchar4 v = data[i];
        atomicAdd(&bins[v.x], 1u); //~ ERROR race
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) partial[blockIdx.x * BINS + b] = bins[b];
}

// One block a bin.
//@ kernel: histogram_merge races=proved divergence=proved bounds=proved
__global__ void histogram_merge(const unsigned int *partial, unsigned int *histogram, int parts) {
    __shared__ unsigned int sums[THREADS];
    unsigned int sum = 0;
    for (int p = threadIdx.x; p < parts; p += THREADS) sum += partial[p * BINS + blockIdx.x];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < THREADS; t++) sum += sums[t];
        histogram[blockIdx.x] = sum;
    }
}

int main(void) {
    const int parts = 120;
    const size_t bytes = 64u << 20;
    uint8_t *host = (uint8_t *)malloc(bytes);
    unsigned int result[BINS];
    for (size_t i = 0; i < bytes; i++) host[i] = (uint8_t)rand();

    uint8_t *data;
    unsigned int *partial, *histogram;
    cudaCheck(cudaMalloc((void **)&data, bytes));
    cudaCheck(cudaMalloc((void **)&partial, parts * BINS * sizeof(unsigned int)));
    cudaCheck(cudaMalloc((void **)&histogram, BINS * sizeof(unsigned int)));
    cudaCheck(cudaMemcpy(data, host, bytes, cudaMemcpyHostToDevice));

    histogram_partial<<<parts, THREADS>>>((const uchar4 *)data, partial, bytes / 4);
    histogram_merge<<<BINS, THREADS>>>(partial, histogram, parts);
    cudaCheck(cudaMemcpy(result, histogram, sizeof(result), cudaMemcpyDeviceToHost));
    histogram_partial_racy<<<parts, THREADS>>>((const uchar4 *)data, partial, bytes / 4);
    cudaCheck(cudaDeviceSynchronize());

    size_t all = 0;
    for (int b = 0; b < BINS; b++) all += result[b];
    printf("%s\n", all == bytes ? "ok" : "wrong");
    cudaFree(data);
    cudaFree(partial);
    cudaFree(histogram);
    free(host);
    return all == bytes ? 0 : 1;
}
