//@ revisions: plain function large cooperative_too cooperative_first without
//[plain]@ kernel: halves races=proved divergence=proved assertions=refuted
//[function]@ kernel: halves races=proved divergence=proved assertions=refuted
//[large]@ kernel: halves races=proved divergence=proved assertions=refuted
//[cooperative_too]@ kernel: halves@38 races=proved divergence=proved assertions=refuted
//[cooperative_too]@ kernel: halves@41 races=proved divergence=proved assertions=proved
//[cooperative_first]@ kernel: halves@31 races=proved divergence=proved assertions=proved
//[cooperative_first]@ kernel: halves@38 races=proved divergence=proved assertions=refuted
//[without]@ kernel: halves races=proved divergence=proved assertions=proved
// The blocks of a grid cannot wait for each other in a launch that is not cooperative.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void halves(float *a, float *b, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
#ifndef without
  grid.sync(); //[plain,function,large,cooperative_too,cooperative_first]~ ERROR assert
  if (i < n) b[i] = a[n - 1 - i];
#else
  if (i < n) b[i] = a[i];
#endif
}
int main() {
  float *a, *b;
  int n = 1024;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  void *arguments[] = {&a, &b, &n};
#ifdef cooperative_first
  cudaLaunchCooperativeKernel((void *)halves, dim3(4), dim3(256), arguments, 0, 0);
#endif
#ifdef function
  cudaLaunchKernel((void *)halves, dim3(4), dim3(256), arguments, 0, 0);
#elif defined(large)
  halves<<<1024, 1024>>>(a, b, n);
#else
  halves<<<4, 256>>>(a, b, n);
#endif
#ifdef cooperative_too
  cudaLaunchCooperativeKernel((void *)halves, dim3(4), dim3(256), arguments, 0, 0);
#endif
}
