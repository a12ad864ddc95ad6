//@ revisions: good bad
//@ flags: --block 100 --grid 3
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Seven tiles of sixteen, the last one not whole; one element a tile.
// bad: The last tile is left out of the distance of blocks.
namespace cg = cooperative_groups;
__global__ void k(float *out, const float *in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
#ifdef bad
  if (tile.thread_rank() == 0) out[blockIdx.x * (tile.meta_group_size() - 1) + tile.meta_group_rank()] = 1; //[bad]~ ERROR race
#else
  float sum = 0;
  for (int i = tile.thread_rank(); i < 1000; i += tile.size()) sum += in[i];
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0) out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
#endif
}
