//@ verdict: races=proved divergence=proved
// The grid-stride loop, for every launch and every n.
__global__ void k(float *y, const float *x, float f, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = f * x[i] + y[i];
}
