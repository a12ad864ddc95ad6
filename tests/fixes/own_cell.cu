// fix: remove `if (s[threadIdx.x] > 0)` around `__syncthreads();`
// Each thread decides by its own cell.
__global__ void reverse(const int *in, int *out) {
    __shared__ int s[1024];
    s[threadIdx.x] = in[threadIdx.x];
    if (s[threadIdx.x] > 0) __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
