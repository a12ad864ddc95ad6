//@ flags: --block 64 --grid 1
//@ verdict: assertions=!proved
// The same bits read as numbers with and without a sign: with one the first is not above all others, and nothing contradicts itself.
__global__ void scan(int *out, const unsigned *in) {
    __shared__ unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] |= below;
        __syncthreads();
    }
    unsigned first = s[t];
    int again = ((int *)s)[t];
    __assert(first > 2147483647u ? again == 0 : again >= 0);
    out[t] = again;
}
