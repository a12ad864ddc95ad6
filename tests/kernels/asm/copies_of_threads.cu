//@ flags: --block 256 --grid 1
//@ kernel: waited races=proved bounds=proved
//@ kernel: in_loop races=proved
//@ kernel: fewer_bytes races=proved
//@ kernel: without_barrier races=refuted
//@ kernel: of_the_same_place races=refuted
//@ kernel: not_waited races=refuted
//@ kernel: not_committed races=refuted
//@ kernel: some_groups races=refuted
//@ kernel: value_before_wait races=possible assertions=!proved
//@ kernel: primitives races=proved
//@ kernel: primitives_not_committed races=refuted
//@ kernel: primitives_without_barrier races=refuted
// A thread's asynchronous copy is made between its instruction and the wait for it, which the barrier has to follow.
#include <cuda_pipeline.h>
__device__ unsigned address(const void *pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }
#define COPY(target, source) \
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;" \
                 : : "r"(address(target)), "l"(source), "n"(16) : "memory")
__device__ void commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" : : "n"(N) : "memory"); }
__global__ void waited(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);
    commit();
    wait<0>();
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];
}
__global__ void in_loop(float *out, const float *in, int n) {
    __shared__ __align__(16) float tile[1024];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        COPY(&tile[4 * threadIdx.x], in + 1024 * i + 4 * threadIdx.x);
        asm volatile("cp.async.wait_all;" : : : "memory");
        __syncthreads();
        sum += tile[1023 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}
__global__ void fewer_bytes(float *out, const float *in, int n) {
    __shared__ __align__(16) float tile[1024];
    int bytes = 4 * threadIdx.x < n ? 16 : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;"
                 : : "r"(address(&tile[4 * threadIdx.x])), "l"(in + 4 * threadIdx.x), "r"(bytes) : "memory");
    asm volatile("cp.async.wait_all;" : : : "memory");
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];
}
__global__ void without_barrier(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);  //~ ERROR race
    commit();
    wait<0>();
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
__global__ void of_the_same_place(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * (threadIdx.x / 2)], in + 4 * threadIdx.x);  //~ ERROR race
    commit();
    wait<0>();
}
__global__ void not_waited(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);  //~ ERROR race
    commit();
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
__global__ void not_committed(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);  //~ ERROR race
    wait<0>();
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
__global__ void some_groups(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);  //~ ERROR race
    commit();
    wait<1>();
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
__global__ void value_before_wait(float *out, const float *in) {
    __shared__ __align__(16) int tile[1024];
    tile[4 * threadIdx.x] = 7;
    COPY(&tile[4 * threadIdx.x], in + 4 * threadIdx.x);
    assert(tile[4 * threadIdx.x] == 7);
    asm volatile("cp.async.wait_all;" : : : "memory");
}
__global__ void primitives(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    __pipeline_memcpy_async(&tile[4 * threadIdx.x], in + 4 * threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];
}
__global__ void primitives_not_committed(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    __pipeline_memcpy_async(&tile[4 * threadIdx.x], in + 4 * threadIdx.x, sizeof(float4), 4);  //~ ERROR race
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
__global__ void primitives_without_barrier(float *out, const float *in) {
    __shared__ __align__(16) float tile[1024];
    __pipeline_memcpy_async(&tile[4 * threadIdx.x], in + 4 * threadIdx.x, 16);  //~ ERROR race
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[1023 - threadIdx.x];  //~ ERROR race
}
