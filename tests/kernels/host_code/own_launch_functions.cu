//@ kernel: by_list races=refuted
//@ kernel: spread bounds=refuted
// Functions of the program that are named like those of the runtime launch with extents and arguments of their own.
#include <cuda_runtime.h>
namespace prof {
int cudaLaunchKernel(void (*k)(int *, int), dim3 g, dim3 b, void **args) { k<<<g, b.x * 2>>>(*(int **)args[0], 4); return 0; }
template <class K, class... A> void hipLaunchKernelGGL(K k, dim3 g, dim3 b, size_t s, cudaStream_t st, A... a) { k<<<1, b.x * g.x, s, st>>>(a...); }
}
__global__ void by_list(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
__global__ void spread(int *a, int n) { __shared__ int s[32]; s[threadIdx.x] = n; }
int main() {
  int *p;
  cudaMalloc(&p, 4096);
  int n = 3;
  void *args[] = {&p, &n};
  prof::cudaLaunchKernel(by_list, dim3(1), dim3(32), args);
  prof::hipLaunchKernelGGL(spread, dim3(4), dim3(32), 0, 0, p, 3);
}
