// All pairs of bodies, in tiles of dynamic shared memory, with leapfrog steps.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define SOFTENING 1e-9f

__device__ float3 interact(float3 acc, const float4 &own, const float4 &other) {
    float3 r;
    r.x = other.x - own.x; //~ ERROR race
    r.y = other.y - own.y;
    r.z = other.z - own.z;
    float d = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = rsqrtf(d);
    float s = other.w * inv * inv * inv;
    acc.x += r.x * s;
    acc.y += r.y * s;
    acc.z += r.z * s;
    return acc;
}

//@ kernel: forces races=proved divergence=proved
__global__ void forces(const float4 *__restrict__ bodies, float4 *__restrict__ acceleration, int n) {
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int first = 0; first < n; first += blockDim.x) {
        const int j = first + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) acc = interact(acc, own, tile[k]);
        __syncthreads();
    }
    if (i < n) acceleration[i] = make_float4(acc.x, acc.y, acc.z, 0);
}

// Threads without a body leave before the barriers: their part of the tile is missing, and others wait for them.
//@ kernel: forces_divergent divergence=refuted
__global__ void forces_divergent(const float4 *__restrict__ bodies, float4 *__restrict__ acceleration, int n) {
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int first = threadIdx.x; first < n; first += blockDim.x) {
        tile[threadIdx.x] = bodies[first];
        __syncthreads(); //~ ERROR divergence
        for (int k = 0; k < blockDim.x; k++) acc = interact(acc, own, tile[k]);
        __syncthreads(); //~ ERROR divergence
    }
    if (i < n) acceleration[i] = make_float4(acc.x, acc.y, acc.z, 0);
}

// Positions and forces in one launch: others still read the position that moves.
//@ kernel: move_racy races=refuted
__global__ void move_racy(float4 *bodies, float4 *velocity, int n, float dt) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int j = 0; j < n; j++) acc = interact(acc, bodies[i], bodies[j]);
    velocity[i].x += acc.x * dt;
    bodies[i].x += velocity[i].x * dt; //~ ERROR race
}

//@ kernel: advance races=proved divergence=proved
__global__ void advance(float4 *bodies, float4 *velocity, const float4 *acceleration, int n, float dt) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = velocity[i], a = acceleration[i], p = bodies[i];
    v.x += a.x * dt, v.y += a.y * dt, v.z += a.z * dt;
    p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
    velocity[i] = v;
    bodies[i] = p;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 30000;
    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    const size_t bytes = n * sizeof(float4);
    std::unique_ptr<float4[]> host(new float4[n]);
    for (int i = 0; i < n; i++) host[i] = make_float4(rand(), rand(), rand(), 1);
    float4 *bodies, *velocity, *acceleration;
    cudaMalloc(&bodies, bytes);
    cudaMalloc(&velocity, bytes);
    cudaMalloc(&acceleration, bytes);
    cudaMemcpy(bodies, host.get(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(velocity, 0, bytes);
    for (int step = 0; step < 10; step++) {
        forces<<<blocks, threads, threads * sizeof(float4)>>>(bodies, acceleration, n);
        advance<<<blocks, threads>>>(bodies, velocity, acceleration, n, 0.01f);
    }
    forces_divergent<<<blocks, threads, threads * sizeof(float4)>>>(bodies, acceleration, n);
    move_racy<<<blocks, threads>>>(bodies, velocity, n, 0.01f);
    cudaMemcpy(host.get(), bodies, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", host[0].x);
    cudaFree(bodies);
    cudaFree(velocity);
    cudaFree(acceleration);
}
