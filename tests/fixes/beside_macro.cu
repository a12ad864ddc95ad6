// fix: insert `__syncthreads();` in front of `a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1...`
// What comes out of one macro is one statement.
#define TWICE(s, x) x += 1; s[threadIdx.x] = x
__global__ void reverse(int *a) {
    __shared__ int s[1024];
    int x = a[blockIdx.x * blockDim.x + threadIdx.x];
    TWICE(s, x);
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
