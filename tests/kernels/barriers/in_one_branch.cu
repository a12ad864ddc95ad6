//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The uniform branch without a barrier leaves store and load unordered.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;                        //~ ERROR race
    if (n > 3) {
        __syncthreads();
    } else {
        out[64 + t] = n;
    }
    out[t] = s[63 - t];              //~ ERROR race
}
