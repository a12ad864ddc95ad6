//@ verdict: races=proved divergence=proved assertions=proved
// The same as a conditional expression, of 8 bits with a sign.
__global__ void scan(signed char *out, const signed char *in) {
    __requires(gridDim.x == 1);
    __shared__ signed char s[1024];
    __shared__ signed char v[1024];
    unsigned t = threadIdx.x;
    signed char own = in[t];
    v[t] = own;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        signed char below = t >= d ? s[t - d] : -128;
        __syncthreads();
        s[t] = below >= s[t] ? below : s[t];
        __syncthreads();
    }
    __read_permission(signed char, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
