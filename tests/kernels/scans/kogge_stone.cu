//@ verdict: races=proved divergence=proved assertions=proved

// Stream compaction: kept elements go where the prefix sum of the flags says, which nothing but the scan itself explains.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    unsigned keep = in[blockIdx.x * blockDim.x + t] > 0;
    s[t] = keep;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    if (keep)
        out[blockIdx.x * blockDim.x + s[t] - 1] = t;
}
