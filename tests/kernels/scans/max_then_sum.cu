//@ flags: --block 4
//@ verdict: assertions=refuted
// Two operators in turn.
__global__ void scan(unsigned *out, const unsigned *in) {
    __requires(gridDim.x == 1);
    __shared__ unsigned s[1024];
    __shared__ unsigned v[1024];
    unsigned t = threadIdx.x;
    unsigned own = in[t];
    v[t] = own;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] = d == 1 ? max(s[t], below) : s[t] - below;
        __syncthreads();
    }
    __read_permission(unsigned, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
