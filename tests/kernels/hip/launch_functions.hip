//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Launches by functions of the runtime, which say how many threads there are.
#include <hip/hip_runtime.h>

#ifdef bad
#define CELLS 16
#else
#define CELLS 32
#endif

__global__ void by_list(int *out) { out[threadIdx.x % CELLS] = threadIdx.x; } //[bad]~ ERROR race

__global__ void cooperative(int *out) { out[threadIdx.x % CELLS] = threadIdx.x; } //[bad]~ ERROR race

__global__ void timed(int *out) { out[threadIdx.x % CELLS] = threadIdx.x; } //[bad]~ ERROR race

void run(int *out, hipStream_t stream, hipEvent_t start, hipEvent_t stop) {
  void *list[] = {&out};
  hipLaunchKernel(reinterpret_cast<const void *>(by_list), dim3(1), dim3(32), list, 0, stream);
  hipLaunchCooperativeKernel(cooperative, dim3(1), dim3(32), list, 0, stream);
  hipExtLaunchKernelGGL(timed, dim3(1), dim3(32), 0, stream, start, stop, 0, out);
}
