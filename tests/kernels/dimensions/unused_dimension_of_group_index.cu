//@ verdict: races=proved divergence=proved
// Only one component of the group's index is used.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float *a, int n) {
  cg::thread_block block = cg::this_thread_block();
  int x = block.group_index().x * blockDim.x + block.thread_index().x;
  if (x < n)
    a[x] = 1.0f;
}
