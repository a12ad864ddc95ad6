//@ flags: --block 256
//@ verdict: races=proved divergence=proved
// Clear, count with shared atomics, merge with global atomics, a barrier between each.
__global__ void k(const unsigned char *in, int n, unsigned *hist) {
    __shared__ unsigned s[256];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    atomicAdd(&hist[t], s[t]);
}
