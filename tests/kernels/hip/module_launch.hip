//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A launch by a handle of a module names no kernel: the kernel is checked for every launch.
#include <hip/hip_runtime.h>

extern "C" __global__ void loaded(float *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  if (i < n) a[i / 2] = i; //[bad]~ ERROR race
#else
  if (i < n) a[i] = i;
#endif
}

void run(hipModule_t module, float *a, int n) {
  hipFunction_t function;
  hipModuleGetFunction(&function, module, "loaded");
  void *arguments[] = {&a, &n};
  hipModuleLaunchKernel(function, 4, 1, 1, 64, 1, 1, 0, 0, arguments, nullptr);
}
