//@ flags: --block 256
//@ verdict: races=proved divergence=proved assertions=proved
// Brent and Kung's scan of flags in 16 bits: the sums are at most the number of threads.
__global__ void scan(unsigned *out, const int *in) {
    __requires((blockDim.x & (blockDim.x - 1)) == 0);
    __requires(gridDim.x == 1);
    __shared__ unsigned short s[1024];
    __shared__ unsigned short flag[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    flag[t] = in[t] > 0;
    s[t] = in[t] > 0;
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    for (offset = n / 4; offset > 0; offset /= 2) {
        __syncthreads();
        unsigned right = offset * (2 * t + 2) - 1 + offset;
        if (right < n)
            s[right] += s[offset * (2 * t + 2) - 1];
    }
    __read_permission(unsigned short, flag[t]);
    __barrier_invariant_binary_1(__implies(t < __other_int(t), s[t] + flag[__other_int(t)] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
