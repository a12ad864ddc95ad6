//@ flags: --warp-size 32
//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved
//[bad]@ verdict: races=refuted
// With --warp-size 32 a warp barrier orders 32 lanes, as on RDNA devices.
#include <hip/hip_runtime.h>

__global__ void reversed(int *out, const int *in) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t]; //[bad]~ ERROR race
  __syncwarp();
#ifdef bad
  const int from = t ^ 32;
#else
  const int from = t ^ 16;
#endif
  out[blockIdx.x * 256 + t] = s[from]; //[bad]~ ERROR race
}

__global__ void first_lanes(int *out, const int *in) {
  __shared__ int partial[8];
  const int v = __shfl_xor(in[threadIdx.x], 1);
#ifdef bad
  if (threadIdx.x % 16 == 0) partial[threadIdx.x / warpSize] = v; //[bad]~ ERROR race
#else
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / warpSize] = v;
#endif
  __syncthreads();
  if (threadIdx.x < 8 && blockIdx.x == 0) out[threadIdx.x] = partial[threadIdx.x];
}

void run(int *out, const int *in) {
  reversed<<<4, 256>>>(out, in);
  first_lanes<<<1, 256>>>(out, in);
}
