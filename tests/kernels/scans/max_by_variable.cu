//@ verdict: races=proved divergence=proved assertions=proved
// The same in a variable.
__global__ void scan(short *out, const short *in) {
    __requires(gridDim.x == 1);
    __shared__ short s[1024];
    __shared__ short v[1024];
    unsigned t = threadIdx.x;
    short own = in[t];
    v[t] = own;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        short below = t >= d ? s[t - d] : -32768;
        __syncthreads();
        short best = s[t];
        if (!(best > below)) best = below;
        s[t] = best;
        __syncthreads();
    }
    __read_permission(short, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
