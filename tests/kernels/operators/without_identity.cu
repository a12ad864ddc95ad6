//@ flags: --block 64
//@ verdict: races=proved assertions=!proved
// Nothing says that 0 is the identity.
//@ operator op: associative, upper bound;
__device__ unsigned op(unsigned a, unsigned b);

__global__ void prescan(unsigned *out, const unsigned *in) {
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
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            s[right] = op(s[left], s[right]);
        }
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
            s[right] = op(s[right], kept);
        }
    }
    __read_permission(unsigned, flag[t]);
    __barrier_invariant_binary_1(__implies(t < __other_int(t), s[t] <= s[__other_int(t)] && flag[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
