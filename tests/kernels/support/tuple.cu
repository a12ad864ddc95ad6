//@ flags: --block 64 --grid 4
//@ verdict: races=unsupported
// Structured bindings of tuples are not modelled.
#include <tuple>
__device__ std::tuple<int, int> split(int i) { return std::make_tuple(i / 2, i % 2); }
__global__ void k(int *a) {
  auto [q, r] = split(blockIdx.x * blockDim.x + threadIdx.x);
  a[2 * q + r] = 1;
}
