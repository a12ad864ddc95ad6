//@ flags: --block 64
//@ verdict: races=proved divergence=proved assertions=proved
// What the body is seen to have is no assumption.
//@ operator op: associative, commutative, identity 0, upper bound;
__device__ unsigned char op(unsigned char a, unsigned char b) { return a > b ? a : b; }

__global__ void prescan(unsigned char *out, const unsigned char *in) {
    __requires((blockDim.x & (blockDim.x - 1)) == 0);
    __requires(gridDim.x == 1);
    __shared__ unsigned char s[1024];
    __shared__ unsigned char flag[1024];
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
            unsigned char kept = s[left];
            s[left] = s[right];
            s[right] = op(kept, s[right]);
        }
    }
    __read_permission(unsigned char, flag[t]);
    __barrier_invariant_binary_1(__implies(t < __other_int(t), s[t] <= s[__other_int(t)] && flag[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
