// fix: none
// A barrier for each branch: with one of them moved, the other still diverges.
__global__ void halves(int *out, const int *in) {
    __shared__ int s[1024];
    if (threadIdx.x % 2 == 0) {
        s[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
    } else {
        s[threadIdx.x] = 0;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
