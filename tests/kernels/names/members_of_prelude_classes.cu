//@ kernel: value_of_constant races=unsupported
//@ kernel: member_of_limits races=unsupported
//@ kernel: trait_of_instance races=unsupported
//@ kernel: decided_by_the_compiler races=proved
// A static member of a class of the prelude is not known by its name, which many classes have. Where the compiler decides,
// the answer is its own.
#include <limits>
#include <type_traits>
__global__ void value_of_constant(int *p) { p[std::integral_constant<int, 5>::value > 1 ? 0 : threadIdx.x] = threadIdx.x; }
__global__ void member_of_limits(int *p) { if (std::numeric_limits<int>::is_integer) p[0] = threadIdx.x; }
template <class T> __global__ void trait_of_instance(T *p) { if (std::is_same<T, float>::value) p[0] = threadIdx.x; }
template __global__ void trait_of_instance<float>(float *);
__global__ void decided_by_the_compiler(int *p) {
  if constexpr (std::is_same<int, float>::value) p[0] = threadIdx.x;
  else p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
