//@ flags: --block 256
//@ verdict: races=proved divergence=proved assertions=proved

// Two buffers in turn; the exclusive sum is the inclusive one of the neighbour.
__global__ void compact(int *out, const int *in, int n) {
    __shared__ int s[2][1024];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int keep = 0;
    if (i < n)
        keep = in[i] != 0;
    int from = 0;
    s[0][t] = keep;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
        if (t >= d)
            s[1 - from][t] = s[from][t] + s[from][t - d];
        else
            s[1 - from][t] = s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    if (keep)
        out[blockIdx.x * blockDim.x + (t == 0 ? 0 : s[from][t - 1])] = in[i];
}
