// proved under: (blockDim.x & (blockDim.x - 1)) == 0
// Each step folds the upper half onto the lower one with all its threads, and the barrier is inside of the condition that
// half a block stays whole.
__global__ void fold(int *a) {
    __shared__ int s[1024];
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (unsigned n = blockDim.x; n > 1; n /= 2) {
        if (threadIdx.x < n / 2) s[threadIdx.x] += s[threadIdx.x + n / 2];
        if (n % 2 == 1 && threadIdx.x > 0) s[0] = threadIdx.x;
        __syncthreads();
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
