//@ flags: --block 64 --grid 2
//@ kernel: not_cooperative races=refuted|possible
//@ kernel: left races=proved divergence=proved
//@ kernel: taken races=refuted|possible
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Whether the launch is a cooperative one is not known; all threads get the same answer.
__global__ void not_cooperative(int *a) {
  auto g = cg::this_grid();
  if (!g.is_valid()) a[0] = threadIdx.x; //~ ERROR race
}
__global__ void left(int *a) {
  auto g = cg::this_grid();
  int i = blockIdx.x * 64 + threadIdx.x;
  if (!g.is_valid()) return;
  a[i] = 1;
  g.sync();
  a[127 - i] = 2;
}
__global__ void taken(int *a) {
  auto g = cg::this_grid();
  if (g.is_valid()) a[0] = threadIdx.x; //~ ERROR race
}
