// fix: move `__syncthreads();` behind `if (threadIdx.x < n)`
__global__ void reverse(int *out, const int *in, int n) {
    __shared__ int s[1024];
    if (threadIdx.x < n) {
        s[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
