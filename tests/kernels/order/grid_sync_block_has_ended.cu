//@ flags: --block 64 --grid 4
//@ verdict: divergence=inconclusive|refuted
// In truth divergent: a grid barrier waits for the block that has ended.
#include <cooperative_groups.h>
__global__ void k(int *a) {
    if (blockIdx.x == 0) return;
    cooperative_groups::this_grid().sync();
    a[blockIdx.x * 64 + threadIdx.x] = 1;
}
