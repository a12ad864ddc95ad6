//@ verdict: races=proved divergence=proved
// Unit adds to one counter return distinct values (as long as the counter does not wrap).
__global__ void k(const int *in, int *out, int *count, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n && in[g] > 0) {
        int p = atomicAdd(count, 1);
        out[p] = in[g];
    }
}
