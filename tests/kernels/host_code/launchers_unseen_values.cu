//@ kernel: fill@21 races=proved bounds=proved
//@ kernel: fill@22 races=proved bounds=refuted
//@ kernel: fill@24 races=proved bounds=proved
//@ kernel: freed@31 races=proved bounds=proved
// A launch by a function without a body leaves variables as they are: their values are known before and behind it, in
// loops too, and buffers are not freed by it.
#include <not_there/launch.h>
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = n; //~ ERROR bounds
}
__global__ void freed(int *a, const int *b) { a[threadIdx.x] = b[threadIdx.x]; }

void lengths(int blocks) {
  int *a, *b;
  int n = 64;
  dim3 block(32, 1);
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  if (blocks <= 0) return;
  not_there_launch(fill, blocks, block, a, n);
  not_there_launch(fill, blocks, block, a, n + 1);
  for (int i = 0; i < 4; i++) {
    not_there_launch(fill, 2, block, b, n);
  }
}
void again() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  for (int i = 0; i < 4; i++) not_there_launch(freed, 1, 64, a, b);
}
