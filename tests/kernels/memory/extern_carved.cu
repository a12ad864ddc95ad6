//@ verdict: races=proved divergence=proved
// One dynamic allocation carved in two: ints in front, floats behind.
__global__ void k(const int *in, float *out) {
    extern __shared__ int base[];
    int *a = base;
    float *b = (float *)&base[blockDim.x];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    a[t] = in[g];
    b[t] = 0.5f;
    __syncthreads();
    int next = t + 1 < blockDim.x ? t + 1 : 0;
    out[g] = a[next] * b[next];
}
