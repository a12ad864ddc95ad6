// fix: remove `if (threadIdx.x < 32)` around `__syncthreads();`
__global__ void reverse(int *out, const int *in) {
    __shared__ int s[1024];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
