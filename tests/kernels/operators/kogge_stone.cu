//@ verdict: races=proved divergence=proved assertions=proved
// An operator of which nothing but two laws is known, in blocks of every size; its operands are in order.
//@ operator op: associative, upper bound;
__device__ unsigned op(unsigned a, unsigned b);

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
        unsigned below = own;
        if (t >= d) below = s[t - d];
        __syncthreads();
        if (t >= d) s[t] = op(below, s[t]);
        __syncthreads();
    }
    __read_permission(unsigned, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
