//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted
// Nothing here makes an instance. `N` is a number that the file gives the name; both truth values are checked.
namespace rows {
constexpr int n = 64;
template <class T, int N> __global__ void fill(T *out) {
  __shared__ T row[N];
  if (threadIdx.x < N) row[threadIdx.x] = T(1);  //[bad]~ ERROR race
#ifndef bad
  __syncthreads();
#endif
  if (threadIdx.x < N) out[(size_t)blockIdx.x * N + threadIdx.x] = row[N - 1 - threadIdx.x];  //[bad]~ ERROR race
}
}
#ifndef bad
template <bool ADD> __global__ void change(int *out) {
  if (ADD) out[blockIdx.x * blockDim.x + threadIdx.x] += 1; else out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
#endif
