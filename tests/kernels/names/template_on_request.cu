//@ verdict: races=proved bounds=proved
//@ flags: --instantiate=rows::fill<float,64> --instantiate=rows::fill<int,32>
// Templates that nothing launches here.
namespace rows {
template <class T, int N> __global__ void fill(T *out) {
  __shared__ T row[N];
  if (threadIdx.x < N) row[threadIdx.x] = T(1);
  __syncthreads();
  if (threadIdx.x < N) out[(size_t)blockIdx.x * N + threadIdx.x] = row[N - 1 - threadIdx.x];
}
}
template <class T> __global__ void other(T *out) { out[0] = threadIdx.x; }
