// fix: insert `__syncthreads();` in front of `r[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];` and in front of `out[i] = r[blockDim.x - 1 - threadIdx.x];` open: bounds
// Two races, and blocks that may be too large, about which a barrier can do nothing.
__global__ void twice(int *out, const int *in) {
    __shared__ int s[64], r[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    r[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    out[i] = r[blockDim.x - 1 - threadIdx.x];
}
