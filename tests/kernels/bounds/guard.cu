//@ verdict: races=proved divergence=proved bounds=proved
// The guard limits the index for every launch.
__device__ int out[1000];
__global__ void k() {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < 1000) out[g] = g;
}
