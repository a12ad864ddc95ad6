//@ flags: --block 100 --grid 3
//@ verdict: races=proved divergence=proved
// Seven tiles of sixteen, the last one not whole; one element a tile.
namespace cg = cooperative_groups;
__global__ void k(float *out, const float *in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float sum = 0;
  for (int i = tile.thread_rank(); i < 1000; i += tile.size()) sum += in[i];
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0) out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
}
