// Radix-2 Fourier transforms of many rows: Stockham's passes in global memory, short ones in shared memory.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef float2 complex_t;

__device__ inline complex_t operator+(complex_t a, complex_t b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ inline complex_t operator-(complex_t a, complex_t b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ inline complex_t operator*(complex_t a, complex_t b) {
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ inline complex_t twiddle(float part) {
    float s, c;
    sincosf(-2.0f * 3.14159265f * part, &s, &c);
    return make_float2(c, s);
}

// A row of N elements a block, with N / 2 threads.
//@ kernel: fft_shared races=proved divergence=proved bounds=proved
template <int N> __global__ void fft_shared(complex_t *rows) {
    __shared__ complex_t s[2][N];
    complex_t *row = rows + blockIdx.x * N;
    const int t = threadIdx.x;
    s[0][t] = row[t];
    s[0][t + N / 2] = row[t + N / 2];
    int from = 0;
    for (int m = 1; m < N; m *= 2) {
        __syncthreads();
        const int k = t & (m - 1);
        const complex_t a = s[from][t];
        const complex_t b = s[from][t + N / 2] * twiddle((float)k / (2 * m));
        const int to = 2 * t - k;
        s[1 - from][to] = a + b;
        s[1 - from][to + m] = a - b;
        from = 1 - from;
    }
    __syncthreads();
    row[t] = s[from][t];
    row[t + N / 2] = s[from][t + N / 2];
}

// One buffer: the butterflies overwrite what others have not read.
//@ kernel: fft_shared_racy races=refuted
template <int N> __global__ void fft_shared_racy(complex_t *rows) {
    __shared__ complex_t s[N];
    complex_t *row = rows + blockIdx.x * N;
    const int t = threadIdx.x;
    s[t] = row[t];
    s[t + N / 2] = row[t + N / 2];
    for (int m = 1; m < N; m *= 2) {
        __syncthreads();
        const int k = t & (m - 1);
        const complex_t a = s[t];                                    //~ ERROR race
        const complex_t b = s[t + N / 2] * twiddle((float)k / (2 * m)); //~ ERROR race
        const int to = 2 * t - k;
        s[to] = a + b;     //~ ERROR race
        s[to + m] = a - b; //~ ERROR race
    }
    __syncthreads();
    row[t] = s[t];
    row[t + N / 2] = s[t + N / 2];
}

// One pass over a long row; m is the length of the transforms so far. That it is a power of two is known from the host's loop, but
// masks of a signed number by it are not told apart.
//@ kernel: fft_pass races=inconclusive divergence=proved
__global__ void fft_pass(const complex_t *in, complex_t *out, int half, int m) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= half) return;
    int k = t & (m - 1);
    complex_t a = in[t];
    complex_t b = in[t + half] * twiddle((float)k / (2 * m));
    out[2 * t - k] = a + b;
    out[2 * t - k + m] = a - b;
}

int main() {
    const int N = 512, rows = 64, n = N * rows;
    complex_t *host = (complex_t *)calloc(n, sizeof(complex_t));
    host[1].x = 1.0f;
    complex_t *a, *b;
    cudaMalloc((void **)&a, n * sizeof(complex_t));
    cudaMalloc((void **)&b, n * sizeof(complex_t));
    cudaMemcpy(a, host, n * sizeof(complex_t), cudaMemcpyHostToDevice);
    fft_shared<N><<<rows, N / 2>>>(a);
    for (int m = 1; m < n; m <<= 1) {
        fft_pass<<<(n / 2 + 127) / 128, 128>>>(a, b, n / 2, m);
        complex_t *t = a;
        a = b;
        b = t;
    }
    fft_shared_racy<N><<<rows, N / 2>>>(a);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(host, a, n * sizeof(complex_t), cudaMemcpyDeviceToHost);
    printf("%s %f\n", cudaGetErrorString(error), host[0].x);
    cudaFree(a);
    cudaFree(b);
    free(host);
    return error == cudaSuccess ? 0 : 1;
}
