//@ flags: --block 64 --grid 2
//@ kernel: member_blockDim races=!proved
//@ kernel: member_blockDim_right races=proved
//@ kernel: inner::warp races=refuted
//@ kernel: local_threadIdx races=refuted
//@ kernel: parameter_blockIdx races=refuted
//@ kernel: template_variable races=refuted
//@ kernel: member_of_object races=refuted
//@ kernel: own_again races=proved
//@ kernel: inner::qualified races=proved
// What is named like a built-in variable and declared by the file is the file's.
struct Tile { static constexpr dim3 blockDim{32, 1, 1}; static constexpr unsigned gridDim = 64; uint3 threadIdx; };
__global__ void member_blockDim(int *a) {
  a[blockIdx.x * Tile::blockDim.x + threadIdx.x] = threadIdx.x; //~ ERROR race
}
__global__ void member_blockDim_right(int *a) { a[blockIdx.x * Tile::gridDim + threadIdx.x] = threadIdx.x; }
namespace inner {
constexpr int warpSize = 8;
__global__ void warp(int *a) {
  a[blockIdx.x * 64 + threadIdx.x % warpSize + threadIdx.x / 32 * 32] = threadIdx.x; //~ ERROR race
}
}
__global__ void local_threadIdx(int *a) {
  int t = threadIdx.x;
  uint3 threadIdx = make_uint3(t / 2, 0, 0);
  a[blockIdx.x * 64 + threadIdx.x] = t; //~ ERROR race
}
__device__ unsigned row(uint3 blockIdx) { return blockIdx.x * 64; }
__global__ void parameter_blockIdx(int *a) {
  a[row(make_uint3(1, 0, 0)) + threadIdx.x] = blockIdx.x; //~ ERROR race
}
namespace generic { template <class T> constexpr unsigned blockDim = sizeof(T); }
__global__ void template_variable(int *a) {
  a[blockIdx.x * generic::blockDim<int> + threadIdx.x] = threadIdx.x; //~ ERROR race
}
__global__ void member_of_object(int *a) {
  Tile t;
  t.threadIdx = make_uint3(0, 0, 0);
  a[blockIdx.x * 64 + t.threadIdx.x] = threadIdx.x; //~ ERROR race
}
// Declared once more as the language has it, it is the built-in variable.
extern const __device__ uint3 threadIdx;
__global__ void own_again(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; }
namespace inner {
__global__ void qualified(int *a) { a[blockIdx.x * 64 + ::threadIdx.x % ::warpSize + ::threadIdx.x / 32 * 32] = 1; }
}
