//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// All threads load the same cell behind a barrier, and nobody stores it meanwhile: they agree.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, g = blockIdx.x * 64 + t;
    s[t] = in[g];
    __syncthreads();
    if (s[0] > 0) __syncthreads();
    out[g] = s[t];
}
