// fix: insert `__syncthreads();` in front of `out[i] = s[blockDim.x - 1 - threadIdx.x] + count[0];` open: races
// With the barrier, the stores to one element still race.
__global__ void reverse(int *out, const int *in) {
    __shared__ int s[1024], count[1];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    count[0] = threadIdx.x;
    s[threadIdx.x] = in[i];
    out[i] = s[blockDim.x - 1 - threadIdx.x] + count[0];
}
