//@ verdict: races=proved
// Code that the source chooses for the device and for the host, and for an architecture.
#include <hip/hip_runtime.h>

#if defined(__HIP_DEVICE_COMPILE__) && !defined(__CUDA_ARCH__) && !defined(__NVCC__)
#define ON_DEVICE 1
#endif

__device__ int step() {
#if defined(__gfx90a__) && __AMDGCN_WAVEFRONT_SIZE == 64
  return 1;
#else
  return 0;
#endif
}

__global__ void chosen(int *out) {
#ifdef ON_DEVICE
  out[threadIdx.x * step()] = 1;
#endif
}

void run(int *out) {
#ifndef __HIP_DEVICE_COMPILE__
  chosen<<<1, 64>>>(out);
#endif
}
