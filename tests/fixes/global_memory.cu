// fix: insert `__syncthreads();` in front of `b[i] = a[blockIdx.x * blockDim.x];`
__global__ void first(int *__restrict__ a, int *__restrict__ b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = threadIdx.x;
    b[i] = a[blockIdx.x * blockDim.x];
}
