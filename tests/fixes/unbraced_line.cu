// fix: insert `__syncthreads();` at the end of the body of `while (n-- > 0)`
__global__ void rotate(int *a, int n) {
    __shared__ int s[1024];
    while (n-- > 0) s[(threadIdx.x + n) % blockDim.x] = n;
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
