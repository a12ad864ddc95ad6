//@ verdict: races=inconclusive
//@ kernel: fenced races=proved
// The barrier of the hardware fences no memory, and the wave barrier orders nothing. Fences around them may order the
// accesses: no proof uses that, and no run refutes.
#include <hip/hip_runtime.h>

__global__ void bare(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __builtin_amdgcn_s_barrier();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void with_fences(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void of_wave(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __builtin_amdgcn_wave_barrier();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void fenced(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __builtin_amdgcn_sched_barrier(0);
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

void run(int *out, const int *in) {
  bare<<<1, 256>>>(out, in);
  with_fences<<<1, 256>>>(out, in);
  of_wave<<<1, 64>>>(out, in);
  fenced<<<1, 256>>>(out, in);
}
