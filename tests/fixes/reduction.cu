// fix: insert `__syncthreads();` at the start of the body of `for (unsigned half = blockDim.x / 2; half > 0; half /= 2)`
// Each step folds the upper half onto the lower one; nothing orders the steps, nor the first of them and the stores before it.
//@ requires (blockDim.x & (blockDim.x - 1)) == 0
__global__ void sum(int *out, const int *in) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
