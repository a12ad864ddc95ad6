//@ flags: --block 8
//@ verdict: races=refuted
// Elements that are not kept are written too.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned s[8];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t] > 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + s[t]] = t;
}
