//@ verdict: races=proved
//@ kernel: by_macro races=refuted
//@ kernel: by_function races=refuted
//@ kernel: by_other_macro races=refuted
//@ kernel: by_host_branch@48 races=refuted
// Host code is what the compilation for the host sees, where `__CUDA_ARCH__` is not defined.
#ifdef __CUDA_ARCH__
#define THREADS 64
#else
#define THREADS 128
#endif
// Others than `__CUDA_ARCH__` tell the compilations apart as well.
#ifdef __NVPTX__
#define OTHER 64
#else
#define OTHER 128
#endif
__host__ __device__ int threads() {
#ifdef __CUDA_ARCH__
  return 64;
#else
  return 128;
#endif
}
#define BODY { __shared__ int s[64]; s[threadIdx.x % 64] = threadIdx.x; a[threadIdx.x] = blockIdx.x; }
__global__ void fixed(int *a) BODY
__global__ void by_macro(int *a) BODY //~ ERROR race
__global__ void by_other_macro(int *a) BODY //~ ERROR race
__global__ void by_function(int *a) BODY //~ ERROR race
__global__ void by_host_branch(int *a) BODY //~ ERROR race
__global__ void by_device_branch(int *a) BODY
__global__ void with_branches(int *a) {
#if __CUDA_ARCH__ >= 350
  a[threadIdx.x] = blockIdx.x;
#else
  a[0] = threadIdx.x;
#endif
}
int main() {
  int *a;
  cudaMalloc(&a, 512);
  fixed<<<1, 64>>>(a);
  by_macro<<<1, THREADS>>>(a);
  by_function<<<1, threads()>>>(a);
  by_other_macro<<<1, OTHER>>>(a);
  by_host_branch<<<1, 64>>>(a);
#ifndef __CUDA_ARCH__
  by_host_branch<<<1, 128>>>(a);
#endif
  by_device_branch<<<1, 64>>>(a);
#ifdef __CUDA_ARCH__
  by_device_branch<<<1, 128>>>(a);
#endif
  with_branches<<<1, 64>>>(a);
}
