//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Either way there is a barrier.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (n > 3) {
        __syncthreads();
    } else {
        out[64 + t] = n;
        __syncthreads();
    }
    out[t] = s[63 - t];
}
