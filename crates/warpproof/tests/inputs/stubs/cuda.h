// The part of CUDA that reproducers and the kernels of their test use, for a compiler without CUDA.
#include <stddef.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
struct Index { unsigned x, y, z; };
extern __device__ const Index threadIdx, blockIdx, blockDim, gridDim;
__device__ void __syncthreads();
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice };
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
cudaError_t cudaDeviceSynchronize();
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, void * = 0);
