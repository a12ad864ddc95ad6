//@ flags: --block 256
//@ verdict: races=proved divergence=proved assertions=proved
// The monotone specification of Blelloch's prescan (Chong et al. 2013, section 4.1), of bytes: no sum wraps around.
__global__ void prescan(unsigned *out, const unsigned char *in) {
    __requires((blockDim.x & (blockDim.x - 1)) == 0);
    __requires(gridDim.x == 1);
    __shared__ unsigned s[1024];
    __shared__ unsigned flag[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    flag[t] = in[t];
    s[t] = in[t];
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (unsigned d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            unsigned kept = s[left];
            s[left] = s[right];
            s[right] += kept;
        }
    }
    __read_permission(unsigned, flag[t]);
    __barrier_invariant_binary_1(__implies(t < __other_int(t), s[t] + flag[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
