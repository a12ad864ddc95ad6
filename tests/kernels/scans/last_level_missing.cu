//@ flags: --block 8
//@ verdict: races=refuted
// The loop stops one level early.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned s[8];
    unsigned t = threadIdx.x;
    unsigned keep = in[blockIdx.x * blockDim.x + t] > 0;
    s[t] = keep;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x / 2; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    if (keep)
        out[blockIdx.x * blockDim.x + s[t] - 1] = t;
}
