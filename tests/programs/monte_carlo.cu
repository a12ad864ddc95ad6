// Pi by random points: a generator a thread, counts by block, sums by atomics.
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <cstdio>
#include <cstdlib>

#define CURAND_BLOCK 128

//@ kernel: seed races=proved divergence=proved
__global__ void seed(curandState *states, unsigned long long value) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(value, id, 0, &states[id]);
}

//@ kernel: throw_points races=proved divergence=proved
__global__ void throw_points(curandState *states, unsigned long long *inside, int rounds) {
    __shared__ unsigned int hits[CURAND_BLOCK];
    const int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState state = states[id];
    unsigned int own = 0;
    for (int i = 0; i < rounds; i++) {
        const float x = curand_uniform(&state);
        const float y = curand_uniform(&state);
        if (x * x + y * y <= 1.0f) ++own;
    }
    states[id] = state;
    hits[threadIdx.x] = own;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) hits[threadIdx.x] += hits[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(inside, (unsigned long long)hits[0]);
}

// One state for each block, which all of its threads advance.
//@ kernel: throw_points_racy races=refuted
__global__ void throw_points_racy(curandState *states, unsigned long long *inside, int rounds) {
    unsigned int own = 0;
    for (int i = 0; i < rounds; i++) {
        const float x = curand_uniform(&states[blockIdx.x]); //~ ERROR race
        const float y = curand_uniform(&states[blockIdx.x]); //~ ERROR race
        if (x * x + y * y <= 1.0f) ++own;
    }
    atomicAdd(inside, (unsigned long long)own);
}

int main(int argc, char **argv) {
    const int blocks = 64, rounds = argc > 1 ? atoi(argv[1]) : 1000;
    const int threads = blocks * CURAND_BLOCK;
    curandState *states;
    unsigned long long *inside, found = 0;
    cudaMalloc((void **)&states, threads * sizeof(curandState));
    cudaMalloc((void **)&inside, sizeof(unsigned long long));
    cudaMemcpy(inside, &found, sizeof(found), cudaMemcpyHostToDevice);
    seed<<<blocks, CURAND_BLOCK>>>(states, 1234ULL);
    throw_points<<<blocks, CURAND_BLOCK>>>(states, inside, rounds);
    cudaMemcpy(&found, inside, sizeof(found), cudaMemcpyDeviceToHost);
    throw_points_racy<<<blocks, CURAND_BLOCK>>>(states, inside, rounds);
    cudaDeviceSynchronize();
    printf("%f\n", 4.0 * found / ((double)threads * rounds));
    cudaFree(states);
    cudaFree(inside);
    return 0;
}
