// Barriers, fences, atomics, warp operations, cooperative groups, launch bounds.
#include <cooperative_groups.h>
__global__ void __launch_bounds__(128) barriers(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  int n = __syncthreads_count(s[0]);
  __syncwarp();
  __threadfence();
  cooperative_groups::this_thread_block().sync();
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  grid.sync();
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  a[n] = tile.shfl_down(n, 4);
}
__global__ void atomics(unsigned *u, float *f, int *i) {
  unsigned old = atomicAdd(&u[0], 1u);
  atomicAdd(f, 2.0f);
  atomicCAS(&i[1], 0, 5);
  atomicMin_block(&i[2], (int)old);
  atomicInc(u + 1, 7);
}
__global__ void warps(int *a) {
  int v = threadIdx.x;
  v += __shfl_xor_sync(0xffffffff, v, 16);
  if (__any_sync(0xffffffff, v > 3)) a[0] = __ballot_sync(0xffff, v & 1);
}
