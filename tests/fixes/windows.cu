// fix: insert `__syncthreads();` in front of `out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x -...`
// Lines end as they do on Windows.
__global__ void reverse(int *out, const int *in) {
    __shared__ int s[1024];
    s[threadIdx.x] = in[threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
