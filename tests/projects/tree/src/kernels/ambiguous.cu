#include "twice.h"

__global__ void needs(int *a) { a[threadIdx.x * WIDTH] = 0; }
__global__ void needs_not(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
