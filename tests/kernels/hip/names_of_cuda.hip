//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved
//[bad]@ verdict: races=proved bounds=refuted
// A header of a project that writes HIP by CUDA's names.
#include <hip/hip_runtime.h>
#define cudaError_t hipError_t
#define cudaMalloc hipMalloc
#define cudaMemset hipMemset
#define cudaStream_t hipStream_t
#define cudaDeviceSynchronize hipDeviceSynchronize

__global__ void fill(int *a) { a[threadIdx.x] = 1; } //[bad]~ ERROR bounds

int main() {
  int *a;
#ifdef bad
  cudaError_t error = cudaMalloc(&a, 63 * sizeof(int));
#else
  cudaError_t error = cudaMalloc(&a, 64 * sizeof(int));
#endif
  cudaStream_t stream = 0;
  fill<<<1, 64, 0, stream>>>(a);
  cudaDeviceSynchronize();
  return error;
}
