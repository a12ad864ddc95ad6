// fix: insert `__syncthreads();` in front of `int last = s[blockDim.x - 1 - threadIdx.x];`, in front of `s[threadIdx.x] = last;` and in front of `out[i] = s[blockDim.x / 2];`
// What is read in between must be there, must have been read before it is overwritten, and must be there again.
__global__ void mirror(int *out, const int *in) {
    __shared__ int s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    int last = s[blockDim.x - 1 - threadIdx.x];
    s[threadIdx.x] = last;
    out[i] = s[blockDim.x / 2];
}
