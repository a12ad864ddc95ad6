//@ revisions: good bad
//@ flags: --block 32 --grid 1
//@ verdict: assertions=proved|inconclusive
//[bad]@ verdict: assertions=refuted
// What the lanes of a tile get: ranks and bits count from the tile's first lane.
namespace cg = cooperative_groups;
__global__ void votes() {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned bits = tile.ballot(tile.thread_rank() == 2);
#ifdef bad
  assert(bits == 1u << ((threadIdx.x / 8) * 8 + 2)); //[bad]~ ERROR assert
#else
  assert(bits == 4);
#endif
}
__global__ void first_of_tile() {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int first = tile.shfl((int)threadIdx.x, 0);
#ifdef bad
  assert(first == 0); //[bad]~ ERROR assert
#else
  assert(first == threadIdx.x / 4 * 4);
#endif
}
__global__ void above() {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int next = tile.shfl_down((int)threadIdx.x, 1);
#ifdef bad
  assert(next == threadIdx.x + 1); //[bad]~ ERROR assert
#else
  assert(next == threadIdx.x + (threadIdx.x % 4 == 3 ? 0 : 1));
#endif
}
