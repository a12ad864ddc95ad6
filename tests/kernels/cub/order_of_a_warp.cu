//@ kernel: block races=proved
//@ kernel: scan races=!proved
//@ kernel: reduce races=!proved
//@ kernel: warp races=!proved
//@ kernel: in_half assertions=!proved
// Collectives of one warp have no barrier: shuffles order no memory.
#include <cub/cub.cuh>

template <class Collective> __device__ int scanned(typename Collective::TempStorage &storage, int v) {
  int before;
  Collective(storage).ExclusiveSum(v, before);
  return before;
}
__global__ void block(int *out, const int *in) {
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ Scan::TempStorage storage;
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  int before = scanned<Scan>(storage, s[threadIdx.x]);
  out[threadIdx.x] = s[63 - threadIdx.x] + before;
}
__global__ void scan(int *out, const int *in) {
  typedef cub::BlockScan<int, 32> Scan;
  __shared__ Scan::TempStorage storage;
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int before = scanned<Scan>(storage, s[threadIdx.x]);
  out[threadIdx.x] = s[31 - threadIdx.x] + before;
}
__global__ void reduce(int *out, const int *in) {
  typedef cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_RAKING> Reduce;
  __shared__ Reduce::TempStorage storage;
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = Reduce(storage).Sum(s[threadIdx.x]);
  out[threadIdx.x] = s[31 - threadIdx.x] + sum;
}
__global__ void warp(int *out, const int *in) {
  typedef cub::WarpReduce<int> Reduce;
  __shared__ Reduce::TempStorage storage;
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  int sum = Reduce(storage).Sum(s[threadIdx.x]);
  out[threadIdx.x] = s[31 - threadIdx.x] + sum;
}
__global__ void in_half(int *out, const int *in) {
  typedef cub::BlockReduce<int, 32, cub::BLOCK_REDUCE_RAKING> Reduce;
  __shared__ Reduce::TempStorage storage;
  int sum = 0;
  if (threadIdx.x < 16) sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[0] = sum;
}
void launch(int *out, const int *in) {
  block<<<1, 64>>>(out, in);
  scan<<<1, 32>>>(out, in);
  reduce<<<1, 32>>>(out, in);
  warp<<<1, 32>>>(out, in);
  in_half<<<1, 32>>>(out, in);
}
