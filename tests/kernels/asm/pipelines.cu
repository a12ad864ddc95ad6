//@ revisions: good bad
//@ flags: --block 128 --grid 4
//[good]@ verdict: races=proved bounds=proved
//[bad]@ kernel: two_stages races=refuted
//[bad]@ kernel: many_stages races=refuted
//[bad]@ kernel: primitives races=!proved
//[bad]@ kernel: inner_copies races=refuted
//[bad]@ kernel: own_elements races=!proved
// Copies for later iterations are in flight while this one computes.
// bad: the wait leaves one group too many in flight, or a barrier in front of the reuse of a stage is missing.
#include <cuda_pipeline.h>
__device__ void copy(float *target, const float *source) {
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(target));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(source) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" : : "n"(N) : "memory"); }
#ifdef bad
constexpr int TOO_MANY = 1;
#else
constexpr int TOO_MANY = 0;
#endif
__global__ void two_stages(float *out, const float *in, int n) {
    __shared__ float tile[2][128];
    int t = threadIdx.x;
    float sum = 0;
    copy(&tile[0][t], in + t);
    commit();
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) copy(&tile[(i + 1) % 2][t], in + (i + 1) * 128 + t);
        commit();
        wait<1 + TOO_MANY>();
        __syncthreads();
        sum += tile[i % 2][127 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
template <int STAGES> __device__ void pipeline(float *out, const float *in, int n, float (*tile)[128]) {
    int t = threadIdx.x;
    float sum = 0;
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < n) copy(&tile[s][t], in + s * 128 + t);
        commit();
    }
    for (int i = 0; i < n; i++) {
        wait<STAGES - 2 + TOO_MANY>();
        __syncthreads();
        int next = i + STAGES - 1;
        if (next < n) copy(&tile[next % STAGES][t], in + next * 128 + t);
        commit();
        sum += tile[i % STAGES][127 - t];
    }
    out[blockIdx.x * 128 + t] = sum;
}
__global__ void many_stages(float *out, const float *in, int n) {
    __shared__ float tile[4][128];
    pipeline<4>(out, in, n, tile);
}
__global__ void primitives(float *out, const float *in, int n) {
    __shared__ float tile[2][128];
    int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][t], in + t, 4);
    __pipeline_commit();
    for (int i = 0; i < n; i++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (i + 1 < n) __pipeline_memcpy_async(&tile[(i + 1) & 1][t], in + (i + 1) * 128 + t, 4);
        __pipeline_commit();
        sum += tile[i & 1][127 - t];
#ifdef bad
        sum += tile[(i + 1) & 1][t];
#endif
    }
    out[blockIdx.x * 128 + t] = sum;
}
__global__ void inner_copies(float *out, const float *in, int n) {
    __shared__ float tile[2][4 * 128];
    int t = threadIdx.x;
    float sum = 0;
    for (int j = 0; j < 4; j++) copy(&tile[0][j * 128 + t], in + j * 128 + t);
    commit();
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) {
            for (int j = 0; j < 4; j++) copy(&tile[(i + 1) % 2][j * 128 + t], in + (i + 1) * 512 + j * 128 + t);
        }
        commit();
        wait<1 + TOO_MANY>();
        __syncthreads();
        for (int j = 0; j < 512; j++) sum += tile[i % 2][j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
__global__ void own_elements(float *out, const float *in, int n) {
    __shared__ float tile[2][128];
    int t = threadIdx.x;
    float sum = 0;
    copy(&tile[0][t], in + t);
    commit();
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) copy(&tile[(i + 1) % 2][t], in + (i + 1) * 128 + t);
        commit();
        wait<1 + TOO_MANY>();
        sum += tile[i % 2][t];
    }
    out[blockIdx.x * 128 + t] = sum;
}
