//@ flags: --block 12
//@ verdict: races=refuted
// Without a power of two the tree misses elements.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    unsigned keep = in[blockIdx.x * n + t] > 0;
    s[t] = keep;
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (unsigned d = 1; d < n && offset > 1; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            unsigned kept = s[left];
            s[left] = s[right];
            s[right] += kept;
        }
    }
    __syncthreads();
    if (keep)
        out[blockIdx.x * n + s[t]] = t;
}
