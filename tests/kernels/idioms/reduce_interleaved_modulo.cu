//@ verdict: races=proved divergence=proved
// Writers are multiples of 2s and load from odd multiples of s.
__global__ void k(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x;
    s[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (tid % (2 * d) == 0) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
