//@ kernel: written races=refuted
//@ kernel: pointed races=refuted
//@ kernel: swapped races=refuted
//@ kernel: ranged races=refuted
//@ kernel: lost races=refuted
//@ kernel: instantiated races=refuted
// More than 32 threads conflict. The array of sizes is changed, or the tree does not show a call of the launcher.
#include <cstdlib>
#include <utility>
static not_in_any_header handle;
__global__ void written(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void pointed(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void swapped(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void ranged(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void lost(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void instantiated(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
void change(int *sizes);
void by_store(int *a, int i) {
  int sizes[] = {8, 16, 32};
  sizes[1] = 64;
  written<<<1, sizes[i]>>>(a);
}
void by_pointer(int *a, int i) {
  int sizes[] = {8, 16, 32};
  change(sizes);
  pointed<<<1, sizes[i]>>>(a);
}
void by_swap(int *a, int i) {
  int sizes[] = {8, 16, 32}, others[] = {64, 64, 64};
  std::swap(sizes, others);
  swapped<<<1, sizes[i]>>>(a);
}
void by_range(int *a, int i) {
  int sizes[] = {8, 16, 32};
  for (int &size : sizes) size *= 2;
  ranged<<<1, sizes[i]>>>(a);
}
void launch_lost(int *a, int block) {
  lost<<<1, block>>>(a);
}
void launch_instantiated(int *a, int block) {
  instantiated<<<1, block>>>(a);
}
template <class T> void by_instance(int *a, T block) { launch_instantiated(a, block); }
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 1 << 20);
  by_store(a, argc);
  by_pointer(a, argc);
  by_swap(a, argc);
  by_range(a, argc);
  launch_lost(a, 32);
  std::not_in_the_prelude t([&] { launch_lost(a, 64); });
  by_instance(a, 32);
  by_instance(a, undeclared(64));
}
