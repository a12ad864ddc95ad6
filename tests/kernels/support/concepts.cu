//@ flags: --block 64 --grid 4 --clang-opt -std=c++20
//@ verdict: races=proved divergence=proved
// With the standard that has them, concepts are those of the compiler.
template <typename T> concept Number = requires(T a) { a + a; };
template <Number T> __global__ void twice(T *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
template __global__ void twice<int>(int *);
