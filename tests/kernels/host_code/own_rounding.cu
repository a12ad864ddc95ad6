//@ kernel: fewer_threads races=refuted
//@ kernel: rounded_up races=proved
// Only the library's `ceil` rounds up.
#include <cuda_runtime.h>
#include <cmath>
namespace my { double ceil(double v) { return v + 3.5; } }
__global__ void fewer_threads(int *a, int n) { if (gridDim.x > n / 32 + 1) a[0] = threadIdx.x; }
__global__ void rounded_up(int *a, int n) { if (gridDim.x > n / 32 + 1) a[0] = threadIdx.x; }
void launch(int *p, int n) {
  if (n < 1 || n > 4096) return;
  fewer_threads<<<(int)my::ceil(n / 32.0), 32>>>(p, n);
  rounded_up<<<(int)ceil(n / 32.0), 32>>>(p, n);
}
