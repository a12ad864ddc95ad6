#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
struct uint3 { unsigned x,y,z; };
extern const __device__ uint3 threadIdx;
template<class T> __device__ T foo(T x);
typedef unsigned int uint;
