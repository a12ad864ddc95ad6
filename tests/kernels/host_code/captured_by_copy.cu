//@ kernel: unchanged bounds=proved
//@ kernel: changed bounds=refuted
// A lambda that copies a variable does not change it.
#include <cuda_runtime.h>
__global__ void unchanged(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void changed(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
int main() {
  int n = 1000, m = 1000;
  int *a, *b;
  cudaMalloc(&a, 4000);
  cudaMalloc(&b, 4000);
  auto copies = [n]() mutable { n = 5000; return n; };
  auto refers = [=, &m] { m = 5000 + n; };
  copies();
  refers();
  unchanged<<<8, 256>>>(a, n);
  changed<<<8, 256>>>(b, m);
}
