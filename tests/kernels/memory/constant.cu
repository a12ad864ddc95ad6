//@ verdict: races=proved divergence=proved
// Constant memory is only loaded.
__constant__ float table[256];
__global__ void k(float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) out[g] = table[g % 256] * table[0];
}
