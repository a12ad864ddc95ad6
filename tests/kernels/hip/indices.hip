//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Indices by HIP's names; one thread of every block has the same index of its block.
#include <hip/hip_runtime.h>

__global__ void scale(float *a, float by, int n) {
#ifdef bad
  const int i = hipThreadIdx_x;
#else
  const int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
#endif
  if (i < n) a[i] *= by; //[bad]~ ERROR race
}

__global__ void rows(int *a, int width) {
#ifdef bad
  const int column = hipThreadIdx_x;
#else
  const int column = hipThreadIdx_x + hipThreadIdx_y * hipBlockDim_x;
#endif
  if (column < width && hipGridDim_x == 1) a[column] = hipBlockDim_y; //[bad]~ ERROR race
}

void run(float *a, int *b) {
  scale<<<4, 64, 0, hipStreamDefault>>>(a, 2.0f, 256);
  hipLaunchKernelGGL(rows, 1, dim3(8, 8), 0, 0, b, 64);
}
