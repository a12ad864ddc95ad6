//@ verdict: races=proved bounds=proved
//@ unchecked: a
// A function of the file is not the runtime's, whatever its name: the size of what it gives is not known. Names of CUDA are free in HIP.
#include <hip/hip_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 1; }

namespace pool {
static char cells[64];
int hipMalloc(int **pointer, size_t bytes) {
  *pointer = reinterpret_cast<int *>(cells);
  return 0;
}
}

int cudaMalloc(int **pointer, size_t bytes) { return pool::hipMalloc(pointer, bytes); }

int main() {
  int *a, *b;
  pool::hipMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  fill<<<1, 64>>>(a);
  fill<<<1, 64>>>(b);
}
