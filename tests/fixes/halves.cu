// fix: insert `__syncthreads();` in front of `if (t < 8)`, where `if (t < 32)` is closed and opened again
// A barrier inside of the condition would diverge.
//@ requires blockDim.x == 64
__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        if (t < 16) s[t] += s[t + 16];

        // The next step.
        if (t < 8) s[t] += s[t + 8];
    }
    out[blockIdx.x * 64 + t] = s[t];
}
