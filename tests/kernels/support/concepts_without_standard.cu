//@ flags: --block 64 --grid 4
//@ verdict: error
// Files are read as C++17 unless another standard is named.
template <typename T> concept Number = requires(T a) { a + a; };
template <Number T> __global__ void twice(T *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
template __global__ void twice<int>(int *);
