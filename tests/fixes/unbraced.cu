// fix: insert `__syncthreads();` at the end of the body of `for (int d = 1; d < n; d++)`
// The body of the loop is one statement without brackets.
__global__ void shift(int *a, int n) {
    __shared__ int s[1024];
    for (int d = 1; d < n; d++)
        if (d % 2 == 0) s[threadIdx.x] = d; else a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
