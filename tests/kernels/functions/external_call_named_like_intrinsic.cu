//@ flags: --block 64 --grid 1
//@ verdict: divergence=inconclusive races=inconclusive
// Functions of the file, whatever the library calls by these names: their results may differ between threads.
extern __device__ float step(float edge, float x);
extern __device__ float smoothstep(float a, float b, float x);
namespace own {
__device__ int min(int a, int b);
}
struct Tables {
    __device__ static int max(int a, int b);
};
__global__ void k(int *a) {
    if (step(1.0f, 2.0f) > 0) __syncthreads();
    a[threadIdx.x] = 1;
}
__global__ void defined_by_the_library(int *a) {
    if (smoothstep(1.0f, 2.0f, 3.0f) > 0) __syncthreads();
    a[threadIdx.x] = 1;
}
__global__ void in_namespace(int *a) {
    if (own::min(1, 2) > 0) __syncthreads();
    a[threadIdx.x] = 1;
}
__global__ void in_class(int *a) {
    if (Tables::max(1, 2) > 0) __syncthreads();
    a[threadIdx.x] = 1;
}
