//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Lane 0's value is uniform in a warp, not in the block.
__global__ void k(const int *in, int *out) {
    int t = threadIdx.x;
    int first = __shfl_sync(0xffffffffu, in[t], 0);
    if (first > 0) __syncthreads(); //~ ERROR divergence
    out[t] = first;
    __syncthreads();
    out[t] += 1;
}
