// fix: insert `__syncthreads();` in front of `out[i] = s[t] + s[t + 1] + s[t + 2];`
// A block reads its own elements and one more on either side.
__global__ void stencil(int *out, const int *in) {
    __shared__ int s[1026];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t + 1] = in[i + 1];
    if (t == 0) {
        s[0] = in[i];
        s[blockDim.x + 1] = in[i + blockDim.x + 1];
    }
    out[i] = s[t] + s[t + 1] + s[t + 2];
}
