// fix: insert `__syncthreads();` at the end of the body of `for (int d = 1; d < n; d++)`
// A bracket behind the comment would be part of it, so it goes in front of the statement.
__global__ void shift(int *a, int n) {
    __shared__ int s[1024];
    for (int d = 1; d < n; d++) // é
        s[(threadIdx.x + d) % blockDim.x] = d;
    a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
