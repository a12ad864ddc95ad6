//@ flags: --block 64 --grid 1
//@ kernel: elsewhere races=refuted|inconclusive
//@ kernel: of_class races=refuted|inconclusive
//@ kernel: again races=proved
//@ kernel: linkage races=proved
// A declaration in a namespace or class is some function; one like the language's is the language's.
namespace own { __device__ void __syncthreads(); }
struct Group { static __device__ void __syncthreads(); };
__device__ void __syncthreads();
extern "C" __device__ float __expf(float);
__global__ void elsewhere(int *a) {
  a[threadIdx.x] = 1;
  own::__syncthreads();
  a[63 - threadIdx.x] = 2;
}
__global__ void of_class(int *a) {
  a[threadIdx.x] = 1;
  Group::__syncthreads();
  a[63 - threadIdx.x] = 2;
}
__global__ void again(int *a) {
  a[threadIdx.x] = 1;
  __syncthreads();
  a[63 - threadIdx.x] = 2;
}
__global__ void linkage(float *a) { a[threadIdx.x] = __expf(1.0f); }
