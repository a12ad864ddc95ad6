#include "broken.h"

__global__ void sound(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = SOUND; }
__global__ void lost(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = fails(1); }
