//@ verdict: races=proved divergence=proved
// Loads anywhere in an array that nobody stores, one store of its own.
__global__ void k(const int *index, const int *in, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[g] = in[index[g]];
}
