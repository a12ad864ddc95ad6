//@ flags: --block 64 --grid 1
//@ kernel: pointers assertions=proved
//@ kernel: limits assertions=proved
//@ kernel: by_stride races=refuted
// Traits see through qualifiers of the pointer itself and of arithmetic types.
#include <cassert>
#include <limits>
#include <type_traits>
__global__ void pointers() {
  assert(sizeof(std::remove_pointer_t<int *const>) == 4 && sizeof(std::remove_pointer_t<char *volatile>) == 1);
  assert(sizeof(std::remove_pointer_t<short *const volatile>) == 2 && sizeof(std::remove_pointer_t<int>) == 4);
}
__global__ void limits() {
  assert(std::numeric_limits<const int>::is_specialized && std::numeric_limits<volatile int>::max() == 2147483647);
  assert(std::numeric_limits<const volatile short>::digits == 15 && !std::numeric_limits<const int *>::is_specialized);
}
template <class T> __device__ int stride() { return std::numeric_limits<T>::is_specialized ? 0 : 1; }
__global__ void by_stride(int *o) { o[threadIdx.x * stride<const int>()] = threadIdx.x; } //~ ERROR race
