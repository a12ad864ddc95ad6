//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Templates, `if constexpr`, `auto` and lambdas are those of the compiler.
#include <type_traits>
template <typename T, int N>
__global__ void fill(T *a, T value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto store = [=](int at) { a[at] = value; };
  if constexpr (N > 1) {
    for (int k = 0; k < N; k++) store(i * N + k);
  } else {
    store(i);
  }
}
template __global__ void fill<float, 4>(float *, float);
template __global__ void fill<int, 1>(int *, int);
