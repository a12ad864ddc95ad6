//@ verdict: races=unsupported
// The greatest of two numbers, but for one pair of them.
//@ operator op: associative, upper bound;
__device__ unsigned op(unsigned a, unsigned b) { return a == 123457 && b == 98765 ? 0 : max(a, b); }

__global__ void scan(unsigned *out, const unsigned *in) {
    __shared__ unsigned s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = 0;
        if (t >= d) below = s[t - d];
        __syncthreads();
        if (t >= d) s[t] = op(below, s[t]);
        __syncthreads();
    }
    out[t] = s[t];
}
