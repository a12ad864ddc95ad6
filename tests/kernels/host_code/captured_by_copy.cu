//@ kernel: unchanged bounds=proved
//@ kernel: changed bounds=refuted
//@ kernel: changed_global races=refuted
// A lambda that copies a variable does not change it.
#include <cuda_runtime.h>
__global__ void unchanged(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void changed(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void changed_global(int *a, int n) { if (n == 5) a[0] = threadIdx.x; }
static int level = 3;
int main() {
  int n = 1000, m = 1000;
  int *a, *b;
  cudaMalloc(&a, 4000);
  cudaMalloc(&b, 4000);
  auto copies = [n] { return n + 1; };
  auto writes = [k = level] { level = k + 2; };
  auto refers = [=, &m] { m = 5000 + n; };
  copies();
  refers();
  writes();
  unchanged<<<8, 256>>>(a, n);
  changed<<<8, 256>>>(b, m);
  changed_global<<<1, 32>>>(a, level);
}
