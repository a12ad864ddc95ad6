//@ flags: --block 64 --grid 1
//@ kernel: writes races=refuted
//@ kernel: reads races=refuted
//@ kernel: implies races=refuted
//@ kernel: assumed races=refuted
//@ kernel: required races=refuted
//@ kernel: barrier_of_class races=refuted
//@ kernel: barrier_of_namespace races=refuted
//@ kernel: atomic_of_namespace races=refuted
//@ kernel: static_barrier races=refuted
//@ kernel: real_barrier races=proved
//@ kernel: own_minimum races=refuted
//@ kernel: own_sincos races=refuted
//@ kernel: c_linkage races=refuted
// Functions of the file with a body are what their body says, whatever their name.
__device__ bool __write(int *p) {
  p[0] = threadIdx.x; //~ ERROR race
  return true;
}
__device__ int __read(int *p) {
  p[1] = threadIdx.x; //~ ERROR race
  return 1;
}
__device__ int __implies(int *p, int v) {
  p[2] = v; //~ ERROR race
  return 1;
}
__global__ void writes(int *a) { __write(a); }
__global__ void reads(int *a) { __read(a); }
__global__ void implies(int *a) { __implies(a, threadIdx.x); }
namespace own {
struct Cell { int v; };
__device__ void __assume(Cell) {}
__device__ void __requires(const int *) {}
__device__ void __syncthreads() {}
__device__ int atomicAdd(int *p, int v) {
  *p += v; //~ ERROR race
  return 0;
}
__device__ unsigned min(unsigned, unsigned) { return 0; }
__device__ void sincosf(float, int *p, int *q) { *p = *q = 0; }
}
__global__ void assumed(int *a) {
  own::__assume({threadIdx.x == 0});
  a[0] = threadIdx.x; //~ ERROR race
}
__global__ void required(int *a) {
  own::__requires(nullptr);
  a[0] = threadIdx.x; //~ ERROR race
}
struct Group {
  __device__ void sync() const {}
  static __device__ void __syncthreads() {}
};
__global__ void barrier_of_class(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  Group().sync();
  a[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR race
}
__global__ void barrier_of_namespace(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  own::__syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR race
}
__global__ void atomic_of_namespace(int *a) { own::atomicAdd(a, 1); }
__global__ void static_barrier(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  Group::__syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR race
}
__global__ void real_barrier(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  ::__syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void own_minimum(int *a) {
  a[own::min(threadIdx.x, 63u)] = threadIdx.x; //~ ERROR race
}
__global__ void own_sincos(int *a) {
  int i = threadIdx.x, j;
  own::sincosf(1.0f, &i, &j);
  a[i] = threadIdx.x; //~ ERROR race
}
namespace n { extern "C" __device__ int place(int); }
namespace m { extern "C" __device__ int place(int i) { return i / 2; } }
__global__ void c_linkage(int *a) {
  a[n::place(threadIdx.x)] = threadIdx.x; //~ ERROR race
}
