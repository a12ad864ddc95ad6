//@ verdict: races=proved divergence=proved
#include <assert.h>
// Rows are at least as long as a block has threads, wherever the kernel is launched.
__global__ void k(int *a, int pitch) { a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; }
void run(int *a, int pitch) {
  if (pitch < 64 || pitch > 4096) return;
  k<<<1024, 64>>>(a, pitch);
}
void asserted(int *a, int pitch) {
  assert(pitch >= 32 && pitch <= 4096);
  for (int i = 0; i < 4; i++) k<<<16, 32>>>(a, pitch);
}
