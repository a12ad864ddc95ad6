//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Tiles of a warp of 64 lanes.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
namespace cg = cooperative_groups;

__global__ void whole_warp(int *out, const int *in) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x]; //[bad]~ ERROR race
  tile.sync();
#ifdef bad
  const int other = threadIdx.x ^ 64;
#else
  const int other = threadIdx.x / 64 * 64 + 63 - tile.thread_rank();
#endif
  out[blockIdx.x * 256 + threadIdx.x] = s[other]; //[bad]~ ERROR race
}

__global__ void by_tile(int *out, const int *in) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  const int v = tile.shfl_down(in[block.thread_rank()], 1);
#ifdef bad
  if (tile.thread_rank() < 2) out[tile.meta_group_rank()] = v; //[bad]~ ERROR race
#else
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = v;
#endif
}

void run(int *out, const int *in) {
  whole_warp<<<4, 256>>>(out, in);
  by_tile<<<1, 256>>>(out, in);
}
