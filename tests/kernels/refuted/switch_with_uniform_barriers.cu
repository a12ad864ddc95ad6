//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Case 2 reads without a barrier.
__global__ void k(int *out, int mode) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;                                   //~ ERROR race
    switch (mode) {
    case 1: __syncthreads();
    case 2: out[t] = s[t ^ 1]; break;           //~ ERROR race
    default: out[t] = s[t];
    }
}
