//@ flags: --block 8 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// The last element is the number of all that are kept.
__global__ void scan(unsigned *out, const unsigned char *in) {
    __shared__ unsigned s[8];
    unsigned t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    __assert(s[t] <= 8);
    out[t] = s[t];
}
