//@ flags: --block 64 --grid 4
//@ verdict: error
// The built-in headers do not declare clusters of blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) pairs(float *out) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cluster.block_rank();
}
