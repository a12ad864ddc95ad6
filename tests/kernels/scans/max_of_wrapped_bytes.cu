//@ flags: --block 4
//@ verdict: assertions=refuted
// What is compared is a sum in 32 bits, what is kept its last byte.
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
        unsigned char below = t >= d ? s[t - d] : 0;
        __syncthreads();
        int a = s[t] + 200, b = below + 200;
        s[t] = max(a, b);
        __syncthreads();
    }
    __read_permission(unsigned char, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
