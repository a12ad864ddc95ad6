// Assertions about elements of an input array, which the host fills, and such that no contents satisfy.
//@ kernel: less assertions=depends-on-contents
//@ kernel: at_most assertions=depends-on-contents
//@ kernel: of_argument assertions=refuted
//@ kernel: of_all_contents assertions=refuted
#include <cassert>
#include <cstdlib>
__global__ void less(const int *p) { assert(p[threadIdx.x] < 2); } //~ ERROR assert
__global__ void at_most(const int *p) {
  if (p[threadIdx.x] != 7) assert(p[threadIdx.x] <= 7); //~ ERROR assert
}
__global__ void of_argument(const int *p, int n) {
  if (p[threadIdx.x] < 5) assert(n < 2); //~ ERROR assert
}
__global__ void of_all_contents(const int *p) { assert(p[threadIdx.x] % 2 == threadIdx.x); } //~ ERROR assert
int main(int argc, char **argv) {
  int *h = (int *)malloc(64 * sizeof(int)), *d;
  for (int i = 0; i < 64; i++) h[i] = rand() % 2;
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemcpy(d, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
  less<<<1, 64>>>(d);
  at_most<<<1, 64>>>(d);
  of_argument<<<1, 64>>>(d, argc);
  of_all_contents<<<1, 64>>>(d);
}
