//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// The condition is data, but the same cell for all threads, of an array that nobody stores.
__global__ void k(const int *in, int *out) {
    int g = blockIdx.x * 64 + threadIdx.x;
    if (in[blockIdx.x] > 0) __syncthreads();
    out[g] = 1;
}
