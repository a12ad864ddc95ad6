//@ revisions: started member constant
//[started,member]@ kernel: read assertions=refuted
//[started,member]@ kernel: known assertions=refuted
//[started,member]@ kernel: threads assertions=refuted
//[constant]@ verdict: assertions=proved
// The first use of a `thread_local` variable runs the initialisers of all of them.
#include <cassert>
#include <cstdlib>
__device__ int *kept;
__global__ void keep(int *p) { kept = p; }
__global__ void use() { kept[threadIdx.x] = 9; }
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //[started,member]~ ERROR assert
__global__ void known(int n) { assert(n == 16); } //[started,member]~ ERROR assert
__global__ void threads(int n, int) { assert(blockDim.x == n); } //[started,member]~ ERROR assert
int *address, extent = 16;
void give(int *p) { address = p; }
int start() {
  use<<<1, 64>>>();
  if (address) *address = 5;
  extent = atoi("5");
  return 1;
}
#if defined(started)
thread_local int value = start();
#elif defined(member)
struct Values {
  static thread_local int value;
};
thread_local int Values::value = start();
#define value Values::value
#elif defined(constant)
thread_local int value = 1;
#endif
void contents() {
  int *d;
  cudaMalloc(&d, 256);
  keep<<<1, 1>>>(d);
  cudaMemset(d, 0, 256);
  int x = value;
  read<<<1, 64>>>(d);
}
void assigned() {
  int *d;
  cudaMalloc(&d, 256);
  keep<<<1, 1>>>(d);
  cudaMemset(d, 0, 256);
  value = 3;
  read<<<1, 64>>>(d);
}
void lent() {
  int n;
  give(&n);
  n = 16;
  int x = value;
  known<<<1, 1>>>(n);
}
void in_launch() { threads<<<1, extent>>>(extent, value); }
