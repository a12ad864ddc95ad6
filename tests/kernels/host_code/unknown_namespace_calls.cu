//@ kernel: by_address races=refuted
//@ kernel: by_value races=refuted
//@ kernel: given_away@any races=refuted
//@ kernel: given_by_address@any races=refuted
// A call of a function of an unknown namespace, which the compiler takes for the declaration of a variable, may change its
// argument, or launch it.
#include <cuda_runtime.h>
__global__ void by_address(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
__global__ void by_value(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
__global__ void given_away(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
__global__ void given_by_address(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
void f1(int *p) { int n = 3; lib::parse(&n); by_address<<<1, 32>>>(p, n); }
void f2(int *p) { int n = 3; lib::parse(n); by_value<<<1, 32>>>(p, n); }
int main() {
  int *p;
  cudaMalloc(&p, 4096);
  given_away<<<1, 32>>>(p, 3);
  lib::launch(given_away);
  given_by_address<<<1, 32>>>(p, 3);
  lib::launch(&given_by_address);
}
