//@ kernel: value_of_constant races=refuted
//@ kernel: member_of_limits races=refuted
//@ kernel: member_of_other_limits races=proved
//@ kernel: limit_of_instance races=proved assertions=proved
//@ kernel: trait_of_instance<float> races=refuted
//@ kernel: trait_of_instance<double> races=proved
//@ kernel: variable_of_instance<float> races=proved
//@ kernel: variable_of_instance<int> races=refuted
//@ kernel: own_class_beside races=proved assertions=proved
//@ kernel: by_tag<int> races=refuted
//@ kernel: by_tag<float> races=proved
//@ kernel: address_of_constant races=proved assertions=proved
//@ kernel: own_constant_of_bool races=refuted assertions=proved
//@ kernel: decided_by_the_compiler races=proved
// A static member of a class of the library is that of its class, although many classes have members of that name.
#include <limits>
#include <type_traits>
#include <assert.h>
__global__ void value_of_constant(int *p) { p[std::integral_constant<int, 5>::value > 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void member_of_limits(int *p) { if (std::numeric_limits<int>::is_integer) p[0] = threadIdx.x; }
__global__ void member_of_other_limits(int *p) { if (std::numeric_limits<float>::is_integer) p[0] = threadIdx.x; }
__global__ void limit_of_instance(int *p) {
  assert(std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<unsigned char>::max() == 255);
  assert(std::numeric_limits<short>::is_signed && !std::numeric_limits<unsigned>::is_signed);
  p[blockIdx.x * blockDim.x + threadIdx.x] = std::numeric_limits<int>::lowest();
}
template <class T> __global__ void trait_of_instance(T *p) { if (std::is_same<T, float>::value) p[0] = threadIdx.x; }
template __global__ void trait_of_instance<float>(float *);
template __global__ void trait_of_instance<double>(double *);
template <class T> __global__ void variable_of_instance(T *p) {
  if (std::is_integral_v<T> && !std::is_same_v<T, unsigned>) p[0] = threadIdx.x;
}
template __global__ void variable_of_instance<float>(float *);
template __global__ void variable_of_instance<int>(int *);
struct holder { static constexpr int value = 7; static constexpr bool is_integer = false; };
__global__ void own_class_beside(int *p) {
  assert(holder::value == 7 && !holder::is_integer && (std::integral_constant<int, 3>::value == 3));
  if (holder::value != 7) p[0] = threadIdx.x;
}
__device__ void store(int *p, std::true_type) { p[0] = threadIdx.x; }
__device__ void store(int *p, std::false_type) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
template <class T> __global__ void by_tag(int *p) { store(p, std::is_integral<T>()); }
template __global__ void by_tag<int>(int *);
template __global__ void by_tag<float>(int *);
__global__ void address_of_constant(int *p) {
  const int &five = std::integral_constant<int, 5>::value;
  assert(five == 5);
  p[blockIdx.x * blockDim.x + threadIdx.x] = five;
}
template <class T, T v> struct constant_of { static constexpr int value = v ? 4 : 8; T member; };
__global__ void own_constant_of_bool(int *p) {
  constant_of<bool, true> a;
  constant_of<bool, false> b;
  constant_of<int, -1> c;
  assert(sizeof(a) == 1 && sizeof(b) == 1 && sizeof(c) == 4 && a.value == 4 && b.value == 8 && c.value == 4);
  p[0] = threadIdx.x;
}
__global__ void decided_by_the_compiler(int *p) {
  if constexpr (std::is_same<int, float>::value) p[0] = threadIdx.x;
  else p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
