//@ flags: --block 64
//@ verdict: races=proved assertions=!proved
// The operator is one of 32 bits, what is kept of it are 8.
//@ operator op: associative, upper bound;
__device__ unsigned op(unsigned a, unsigned b);

__global__ void scan(unsigned char *out, const unsigned char *in) {
    __requires(gridDim.x == 1);
    __shared__ unsigned char s[1024];
    __shared__ unsigned char v[1024];
    unsigned t = threadIdx.x;
    unsigned char own = in[t];
    v[t] = own;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned char below = own;
        if (t >= d) below = s[t - d];
        __syncthreads();
        if (t >= d) s[t] = op(below, s[t]);
        __syncthreads();
    }
    __read_permission(unsigned char, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
