// fix: insert `__syncthreads();` at the end of the body of `do`
__global__ void shift(int *a, int n) {
    __shared__ int s[1024];
    int d = 0;
    do
        s[(threadIdx.x + d) % blockDim.x] = d;
    while (++d < n);
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
