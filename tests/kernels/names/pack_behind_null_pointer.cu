//@ kernel: three assertions=unsupported
//@ kernel: none assertions=unsupported
//@ kernel: without_pointer assertions=proved
// The tree shows a null pointer as it shows an empty pack, so the size of a pack behind a pointer parameter is not known.
#include <cassert>
template <int *P, class... T> __device__ int behind_pointer(T... t) { return sizeof...(T); }
template <class A, A a, class... T> __device__ int behind_any(T... t) { return sizeof...(T); }
template <int N, class... T> __device__ int behind_number(T... t) { return sizeof...(T); }
__global__ void three() { assert(behind_pointer<nullptr>(1, 2, 3) == 3); }
__global__ void none() { assert(behind_any<int *, nullptr>(1, 2, 3) == 0); }
__global__ void without_pointer() { assert(behind_number<0>(1, 2, 3) == 3); }
