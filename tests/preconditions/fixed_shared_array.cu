// proved under: blockDim.x <= 256
// The extent of the shared array is the greatest block.
__global__ void increment(int *a, int n) {
    __shared__ int s[256];
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x] + 1;
}
