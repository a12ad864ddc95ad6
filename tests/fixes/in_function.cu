// fix: insert `__syncthreads();` in front of `out[blockIdx.x * blockDim.x + threadIdx.x] = mirrored(s);`
// The accesses are in functions; the calls are in the kernel.
__device__ void fill(int *s, int x) { s[threadIdx.x] = x; }
__device__ int mirrored(const int *s) { return s[blockDim.x - 1 - threadIdx.x]; }
__global__ void reverse(int *out, int x) {
    __shared__ int s[1024];
    fill(s, x);
    out[blockIdx.x * blockDim.x + threadIdx.x] = mirrored(s);
}
