//@ flags: --block 100 --grid 3
//@ verdict: races=refuted divergence=proved
// The last tile is left out of the distance of blocks.
namespace cg = cooperative_groups;
__global__ void k(float *out, const float *in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (tile.thread_rank() == 0) out[blockIdx.x * (tile.meta_group_size() - 1) + tile.meta_group_rank()] = 1; //~ ERROR race
}
