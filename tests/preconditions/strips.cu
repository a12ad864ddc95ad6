// proved under: blockDim.x <= 64
// A block per strip of 64 elements.
__global__ void strips(float *out) { out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }
