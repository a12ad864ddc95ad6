//@ flags: --block 8 --grid 1
//@ verdict: races=proved assertions=refuted
// An inclusive scan does not leave room for the element itself.
__global__ void scan(unsigned *out, const unsigned char *in) {
    __shared__ unsigned s[8];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    __barrier_invariant_binary_1(__implies(t < __other_int(t), s[t] + in[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
