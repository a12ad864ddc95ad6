//@ flags: --block 64
//@ verdict: races=proved divergence=proved
//@ gap: races=inconclusive rests on the divergence
//@ gap: divergence=inconclusive the result of __syncthreads_or is not known to be uniform
// The result of the reducing barrier is the same for all threads of the block.
__global__ void k(const int *in, int *out) {
    int g = blockIdx.x * 64 + threadIdx.x;
    if (__syncthreads_or(in[g] > 3)) __syncthreads();
    out[g] = 1;
}
