// Separable convolution of an image: rows, then columns; the filter lies in constant memory.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 8
#define ROW_TILE 128
#define COLUMN_X 16
#define COLUMN_Y 8

__constant__ float c_filter[2 * RADIUS + 1];

//@ kernel: convolve_rows races=proved divergence=proved
__global__ void convolve_rows(const float *src, float *dst, int w, int h) {
    __shared__ float s[ROW_TILE + 2 * RADIUS];
    const int y = blockIdx.y;
    const int first = blockIdx.x * ROW_TILE - RADIUS;
    for (int i = threadIdx.x; i < ROW_TILE + 2 * RADIUS; i += blockDim.x) {
        const int x = first + i;
        s[i] = (x >= 0 && x < w) ? src[y * w + x] : 0.0f;
    }
    __syncthreads();
    const int x = blockIdx.x * ROW_TILE + threadIdx.x;
    if (x < w) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) sum += c_filter[k + RADIUS] * s[threadIdx.x + RADIUS + k];
        dst[y * w + x] = sum;
    }
}

//@ kernel: convolve_columns races=proved divergence=proved
__global__ void convolve_columns(const float *src, float *dst, int w, int h) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++) {
        const int yy = y + k;
        if (yy >= 0 && yy < h) sum += c_filter[k + RADIUS] * src[yy * w + x];
    }
    dst[y * w + x] = sum;
}

// The border of the tile is loaded by few threads, and nobody waits for them.
//@ kernel: convolve_rows_racy races=refuted
__global__ void convolve_rows_racy(const float *src, float *dst, int w, int h) {
    __shared__ float s[ROW_TILE + 2 * RADIUS];
    const int y = blockIdx.y;
    const int x = blockIdx.x * ROW_TILE + threadIdx.x;
    s[threadIdx.x + RADIUS] = x < w ? src[y * w + x] : 0.0f; //~ ERROR race
    if (threadIdx.x < RADIUS) {
        s[threadIdx.x] = x >= RADIUS ? src[y * w + x - RADIUS] : 0.0f; //~ ERROR race
        s[threadIdx.x + RADIUS + ROW_TILE] = x + ROW_TILE < w ? src[y * w + x + ROW_TILE] : 0.0f; //~ ERROR race
    }
    if (x >= w) return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += c_filter[k + RADIUS] * s[threadIdx.x + RADIUS + k]; //~ ERROR race
    dst[y * w + x] = sum;
}

static int iDivUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }

int main(int argc, char **argv) {
    const int w = 3072, h = 2048;
    const size_t bytes = (size_t)w * h * sizeof(float);
    float *image = (float *)malloc(bytes);
    for (int i = 0; i < w * h; i++) image[i] = (float)(rand() % 16);
    float filter[2 * RADIUS + 1];
    for (int i = 0; i <= 2 * RADIUS; i++) filter[i] = 1.0f / (2 * RADIUS + 1);
    float *src, *rows, *dst;
    cudaMalloc((void **)&src, bytes);
    cudaMalloc((void **)&rows, bytes);
    cudaMalloc((void **)&dst, bytes);
    cudaMemcpyToSymbol(c_filter, filter, sizeof(filter));
    cudaMemcpy(src, image, bytes, cudaMemcpyHostToDevice);
    convolve_rows<<<dim3(iDivUp(w, ROW_TILE), h), ROW_TILE>>>(src, rows, w, h);
    convolve_columns<<<dim3(iDivUp(w, COLUMN_X), iDivUp(h, COLUMN_Y)), dim3(COLUMN_X, COLUMN_Y)>>>(rows, dst, w, h);
    cudaMemcpy(image, dst, bytes, cudaMemcpyDeviceToHost);
    convolve_rows_racy<<<dim3(iDivUp(w, ROW_TILE), h), ROW_TILE>>>(src, rows, w, h);
    cudaDeviceSynchronize();
    cudaFree(src);
    cudaFree(rows);
    cudaFree(dst);
    free(image);
    return 0;
}
