//@ flags: --block 8 --grid 1
//@ kernel: greater_of_nan races=!refuted
//@ kernel: cuda_greater_of_nan races=refuted
//@ kernel: of_constants assertions=!refuted
//@ kernel: clamp_of_reversed_bounds assertions=proved
//@ kernel: clamp_of_reversed_floats assertions=!refuted
//@ kernel: in_bounds bounds=proved
//@ kernel: std_clamp assertions=proved
//@ kernel: wrong_order assertions=refuted
// All of these hold but for the marked ones; some are not decided.
// The library's `max`, `min` and `clamp` compare; CUDA's ignore a NaN. The samples' `clamp` applies the upper bound first.
#include <algorithm>
#include <cassert>
#include <helper_math.h>
__global__ void greater_of_nan(float x, int *o) {
  if (x == x) return;
  float f = std::max(x, 1.0f);
  o[f == 1.0f ? 0 : threadIdx.x] = threadIdx.x;
}
__global__ void cuda_greater_of_nan(float x, int *o) {
  if (x == x) return;
  float f = fmaxf(x, 1.0f);
  o[f == 1.0f ? 0 : threadIdx.x] = threadIdx.x; //~ ERROR race
}
__global__ void of_constants() {
  float n = __builtin_nanf("");
  assert(std::max(n, 1.0f) != 1.0f && std::max(1.0f, n) == 1.0f);
  assert(std::min(n, 1.0f) != 1.0f && std::min(1.0f, n) == 1.0f);
  assert(std::clamp(n, 0.0f, 1.0f) != 0.0f && std::min(2.0, 3.0) == 2.0);
}
__global__ void clamp_of_reversed_bounds() { assert(clamp(20, 10, 0) == 10 && clamp(5u, 7u, 6u) == 7u); }
__global__ void clamp_of_reversed_floats() { assert(clamp(20.0f, 10.0f, 0.0f) == 10.0f); }
__global__ void in_bounds(int *o, int n) {
  __shared__ int s[64];
  if (n < 0 || n > 64) return;
  s[threadIdx.x] = 1;
  __syncthreads();
  o[threadIdx.x] = s[clamp((int)threadIdx.x, 0, n - 1)];
}
__global__ void std_clamp() { assert(std::clamp(20, 0, 10) == 10 && std::clamp(-1, 0, 10) == 0); }
__global__ void wrong_order() { assert(clamp(20, 10, 0) == 0); } //~ ERROR assert
