//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// A grid barrier orders all threads of the launch.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *a, int *b) {
    cg::grid_group grid = cg::this_grid();
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    a[gid] = gid;
    grid.sync();
    b[gid] = a[(gid + 1) % 256];
}
