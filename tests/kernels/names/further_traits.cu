//@ kernel: kinds_of_types assertions=proved
//@ kernel: of_instance<base> races=proved
//@ kernel: of_instance<int> races=refuted
//@ kernel: limits assertions=proved
//@ kernel: clamped races=proved bounds=proved
//@ kernel: clamped_late bounds=refuted
// Traits and functions of the library beyond the usual ones.
#include <algorithm>
#include <cassert>
#include <limits>
#include <type_traits>
#include <utility>
struct base {};
struct derived : base {};
enum class small : unsigned char { none };
__global__ void kinds_of_types() {
  assert(std::is_const<const int>::value && !std::is_const_v<int> && std::is_reference<int &>::value);
  assert((std::is_base_of<base, derived>::value && !std::is_base_of_v<derived, base>));
  assert((std::is_convertible_v<int, float> && std::conjunction<std::is_integral<int>, std::is_signed<int>>::value));
  assert(sizeof(std::underlying_type_t<small>) == 1 && sizeof(std::remove_cvref_t<const short &>) == 2);
}
template <class T> __global__ void of_instance(int *p) { if (!std::is_empty<T>::value) p[0] = threadIdx.x; }
template __global__ void of_instance<base>(int *);
template __global__ void of_instance<int>(int *);
__global__ void limits() { assert(std::numeric_limits<int>::digits == 31 && std::numeric_limits<float>::digits == 24); }
__global__ void clamped(int n) {
  __shared__ int s[64];
  if (threadIdx.x == 0) s[std::clamp(n, 0, 63)] = 1;
}
__global__ void clamped_late(int n) {
  __shared__ int s[64];
  if (threadIdx.x == 0) s[std::clamp(n, 0, 64)] = 1; //~ ERROR bounds
}
