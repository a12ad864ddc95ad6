//@ flags: --block 8 --grid 1
//@ verdict: races=!proved
// Another lane stores to the element after the first store, ordered by the barrier of the warp.
__global__ void sums(int *out, const int *in) {
    __shared__ unsigned s[8];
    unsigned t = threadIdx.x;
    s[t] = 1;
    __syncwarp();
    if (in[t] == 123456)
        s[t ^ 1] = 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    out[s[t]] = t;
}
