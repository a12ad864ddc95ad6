//@ revisions: good bad
//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// Tiles of less than a warp: shuffles and votes have the tile's lanes, counted from its first.
namespace cg = cooperative_groups;
__global__ void summed(float *out, const float *in) {
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];
  for (int d = 8; d > 0; d /= 2) v += tile.shfl_down(v, d);
#ifdef bad
  if (tile.any(v > 0)) out[i / 16] = v; //[bad]~ ERROR race
#else
  if (tile.thread_rank() == 0) out[i / 16] = v;
#endif
}
__global__ void counted(unsigned *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned positive = tile.ballot(threadIdx.x % 3 == 0);
  int first = tile.shfl((int)threadIdx.x, 0);
#ifdef bad
  out[first] = positive; //[bad]~ ERROR race
#else
  out[blockIdx.x * blockDim.x + threadIdx.x] = positive + first;
#endif
}
