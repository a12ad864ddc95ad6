//@ verdict: races=proved divergence=proved bounds=proved
// A cooperative launch gives extents and sizes; the barrier of the grid separates the two halves.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rounds(float *a, float *b, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
  grid.sync();
  if (i < n) b[i] = a[n - 1 - i];
}
int main() {
  float *a, *b;
  int n = 1024;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  void *arguments[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel((void *)rounds, dim3(4), dim3(256), arguments, 0, 0);
}
