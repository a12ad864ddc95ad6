//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Functions that are declared with other names of the same types, or defined outside of their namespace: the file has their bodies.
typedef float real;
struct Pair { int a, b; };
__device__ int g;
__device__ void by_alias(uint);
__device__ void by_tag(struct Pair);
namespace a {
__device__ void outside(int);
__device__ int own;
}
struct S {
  static __device__ void member(real, size_t);
};
__global__ void alias(int *p) { by_alias(1); p[threadIdx.x] = 1; }
__global__ void tag(int *p) { by_tag(Pair()); p[threadIdx.x] = 1; }
__global__ void out_of_namespace(int *p) { a::outside(1); p[threadIdx.x] = 1; }
__global__ void in_class(int *p) { S::member(1, 2); p[threadIdx.x] = 1; }
__device__ void by_alias(unsigned) { g = threadIdx.x; } //~ ERROR race
__device__ void by_tag(Pair) { g = threadIdx.x; } //~ ERROR race
__device__ void a::outside(int) { own = threadIdx.x; } //~ ERROR race
__device__ void S::member(float, unsigned long) { g = threadIdx.x; } //~ ERROR race
