//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The rank is that within the tile of 32, not within the block: both warps write the same four elements.
namespace cg = cooperative_groups;
__global__ void k(int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::tiled_partition<8>(warp);
  if (part.thread_rank() == 0) out[part.meta_group_rank()] = threadIdx.x;
}
