//@ flags: --grid 1
//@ verdict: races=!proved
// With 64 threads no sum wraps around, with 96 some do.
__global__ void __launch_bounds__(96) compact(int *out, const unsigned *in) {
    __shared__ unsigned s[96];
    unsigned t = threadIdx.x;
    unsigned keep = in[t] & 0x3ffffff;
    s[t] = keep;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    if (keep)
        out[s[t]] = t;
}
