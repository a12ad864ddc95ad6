//@ flags: --block 4 --grid 1
//@ verdict: races=refuted
// The second round sums other elements than the first one, which the flags of the last store belong to.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned s[4];
    unsigned t = threadIdx.x;
    unsigned keep = 0;
    for (int round = 0; round < 2; round++) {
        keep = in[round * 4 + t] > 0;
        s[t] = round == 0 ? keep : 0;
        __syncthreads();
        for (unsigned d = 1; d < blockDim.x; d *= 2) {
            unsigned below = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += below;
            __syncthreads();
        }
    }
    if (keep)
        out[s[t]] = t;
}
