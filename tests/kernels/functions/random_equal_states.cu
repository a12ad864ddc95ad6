//@ verdict: races=!refuted divergence=!refuted
//@ flags: --block 32 --grid 1
// Generators in equal states draw equal numbers.
#include <curand_kernel.h>

__global__ void twice(curandState *states, int *a) {
  curandState x = states[threadIdx.x], y = states[threadIdx.x];
  if (curand(&x) != curand(&y)) a[0] = threadIdx.x;
}
