//@ kernel: too_many races=refuted
//@ kernel: one_way races=refuted
//@ kernel: changed races=refuted
//@ kernel: bound races=refuted
//@ kernel: bound_by_reference races=refuted
//@ kernel: global races=refuted
//@ kernel: exchanged races=refuted
// More than 32 threads conflict: by what a function returns, or by a change of it.
#include <utility>
__device__ int a[32];
__global__ void too_many() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void one_way() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void changed() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void bound() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void bound_by_reference() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void global() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void exchanged() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
struct Config {
  dim3 grid, block;
};
int block_size = 32;
Config too_large() { return {dim3(1), dim3(64)}; }
Config either(int n) {
  Config c = {dim3(1), dim3(32)};
  if (n > 5) c.block.x = 64;
  return c;
}
Config small() { return {dim3(1), dim3(32)}; }
Config by_global() { return {dim3(1), dim3(block_size)}; }
std::pair<int, int> sizes() { return {64, 1}; }
int main(int argc, char **) {
  Config c1 = too_large();
  too_many<<<c1.grid, c1.block>>>();
  Config c2 = either(argc);
  one_way<<<c2.grid, c2.block>>>();
  Config c3 = small();
  c3.block.x *= 2;
  changed<<<c3.grid, c3.block>>>();
  auto [grid4, block4] = small();
  block4.x = 64;
  bound<<<grid4, block4>>>();
  Config c5 = small();
  auto &[grid5, block5] = c5;
  block5.x = 64;
  bound_by_reference<<<c5.grid, c5.block>>>();
  block_size = 64;
  Config c6 = by_global();
  global<<<c6.grid, c6.block>>>();
  auto p7 = sizes();
  exchanged<<<p7.second, p7.first>>>();
}
