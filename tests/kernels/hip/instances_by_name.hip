//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Instances of templates: HIP_KERNEL_NAME protects their commas.
#include <hip/hip_runtime.h>

template <typename T, int Step> __global__ void strided(T *out, int blocks) {
  out[(threadIdx.x * Step + blockIdx.x) % (64 * blocks)] = T(Step); //[bad]~ ERROR race
}

void run(int *a, double *b) {
#ifdef bad
  hipLaunchKernelGGL(HIP_KERNEL_NAME(strided<int, 2>), dim3(3), dim3(64), 0, 0, a, 3);
  hipLaunchKernelGGL((strided<double, 2>), dim3(4), dim3(64), 0, 0, b, 4);
#else
  hipLaunchKernelGGL(HIP_KERNEL_NAME(strided<int, 3>), dim3(3), dim3(64), 0, 0, a, 3);
  hipLaunchKernelGGL((strided<double, 4>), dim3(4), dim3(64), 0, 0, b, 4);
#endif
}
