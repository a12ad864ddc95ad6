//@ verdict: races=!refuted divergence=proved bounds=refuted
// `<=` lets thread 1000 through.
__device__ int out[1000];
__global__ void k() {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g <= 1000) out[g] = g; //~ ERROR bounds
}
