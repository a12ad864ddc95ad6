//@ flags: --block 8 --grid 1
//@ verdict: races=proved assertions=refuted
// Behind the scan another thread may have gone on already: what the condition reads is no access that would race.
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
    if (t == 0)
        s[7] = 0;
    __assert(__implies(t == 5, s[7] == 8));
    __syncthreads();
    out[t] = s[t];
}
