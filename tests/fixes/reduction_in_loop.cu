// fix: insert `__syncthreads();` at the end of the body of `for (unsigned half = blockDim.x / 2; half > 0; half /= 2)`
//@ requires (blockDim.x & (blockDim.x - 1)) == 0
__global__ void sum(int *out, const int *in) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];  // the upper half of the step before
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
