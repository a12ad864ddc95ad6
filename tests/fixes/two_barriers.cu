// fix: insert `__syncthreads();` in front of `r[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];` and in front of `out[i] = r[blockDim.x - 1 - threadIdx.x];`
// Two races, each with a barrier of its own; only with both is everything proved.
__global__ void twice(int *out, const int *in) {
    __shared__ int s[1024], r[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    r[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
    out[i] = r[blockDim.x - 1 - threadIdx.x];
}
