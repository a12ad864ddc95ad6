//@ flags: --grid 4
//@ verdict: races=proved divergence=proved
// One counter for two places in a loop: every addition gets a cell of its own, whichever iteration and place it is of.
__global__ void k(const int *in, int *out, unsigned *count, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (in[i] > 0) out[atomicAdd(count, 2u)] = i;
        if (in[i] > 7) out[atomicAdd(count, 2u)] = -i;
    }
}
